/** localStorage key of the signed-in user (seeds/000 1). The session itself is in the cookie. */
export const CURRENT_USER_KEY = 'currentUser';
