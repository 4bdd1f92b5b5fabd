/** Connections of one process that only sign-in uses (security 14). */
export const signInConnections = 4;
