/**
 * The highest imported number that a counter is raised to. From there it counts one by one, so it never reaches a
 * higher number that was imported too.
 */
export const COUNTER_REACH = 899_999_999;
