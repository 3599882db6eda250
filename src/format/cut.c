#include "format/cut.h"

bool ln_text_is_cut(struct ln_text text)
{
    int64_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (c == '\\')
            i++; /* in EDN a character, too, such as \{ */
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string && (c == '{' || c == '[' || c == '('))
            depth++;
        else if (!in_string && (c == '}' || c == ']' || c == ')') && --depth <= 0)
            return false;
    }
    return depth > 0 || in_string;
}
