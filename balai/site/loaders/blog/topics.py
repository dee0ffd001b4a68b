"""The topics that a neighbourhood writes about again and again: each has a name in every language, the interface text
`topic.…`. Any other tag stays as it was written. `balai types` carries the list into the browser's code.
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
