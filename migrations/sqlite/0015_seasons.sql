-- Seasons of apps: spans of days that do not overlap. A season that has begun never changes. In `boards`, its period is `2026-12-01..2026-12-31`.
CREATE TABLE app_seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
    app INTEGER NOT NULL REFERENCES apps,
    name TEXT NOT NULL,
    first_day INTEGER NOT NULL,     -- when it begins
    last_day INTEGER NOT NULL,      -- when its last day begins
    UNIQUE (app, last_day)
) STRICT;
