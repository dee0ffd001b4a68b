// Written by `balai types` from balai/site/loaders/blog/topics.py. Not edited by hand.
export const TOPICS = [
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
];
