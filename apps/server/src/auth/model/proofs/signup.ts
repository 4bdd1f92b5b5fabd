/** Who signs up when a mailed proof comes back. */
export type SignupDetails = {
  passwordHash?: string;
  username?: string | null;
  name?: string | null;
  data?: Record<string, unknown>;
};
