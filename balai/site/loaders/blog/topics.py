"""Topics with a name in every language, the interface text `topic.…`. Other tags are shown as written.

`balai types` copies the list into the browser's code.
"""

TOPICS = (
    "children",
    "culture",
    "events",
    "family",
    "festival",
    "food",
    "health",
    "housing",
    "learning",
    "money",
    "news",
    "rights",
    "safety",
    "school",
    "transport",
    "work",
)
