// Found beside the source that names it in quotes.
enum { Key = 90 };
