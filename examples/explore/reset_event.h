/* A flag that any number of threads set, reset, and wait for. */
#ifndef RESET_EVENT_H
#define RESET_EVENT_H

struct reset_event;

struct reset_event *reset_event_new(void);
void reset_event_free(struct reset_event *event);
void reset_event_wait(struct reset_event *event); /* until it is set; it stays set */
void reset_event_set(struct reset_event *event);
void reset_event_reset(struct reset_event *event);

#endif
