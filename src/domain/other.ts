/** The value that counts all further new values once a website has had too many in a day. */
export const OTHER = '(other)';
