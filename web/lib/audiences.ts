/** The group of all members. Visitors are in none. */
export const MEMBERS = "00000000-0000-0000-0000-000000000001";
