import type { User } from "@/api/accounts/session";

/**
 * Whether the guard of the pages is off: only in development builds, and only when asked for by VITE_SKIP_AUTH. The server
 * knows nothing of it. In a production build this is the constant false, and what hangs on it is not in the build.
 */
export const skipAuth: boolean = import.meta.env.DEV && Boolean(import.meta.env.VITE_SKIP_AUTH);

/** The user of a development build without a guard. */
export const nobody: User | null = import.meta.env.DEV
  ? {
      id: "",
      user_name: "",
      first_name: "",
      last_name: "",
      email: "",
      is_active: false,
      roles: [],
      groups: [],
      permissions: [],
      areas: [],
      manages: [],
      duties: [],
      is_internal: false,
    }
  : null;
