/**
 * The highest number to which a counter follows an imported one. It counts on from there one by one, so it never comes
 * to a higher one that was imported too and would be in its way.
 */
export const COUNTER_REACH = 899_999_999;
