import type { Account, ApiToken, OpenSession, Profile } from "@/api/accounts/accounts";
import { person } from "@/test-app";

/** A reviewer of HERMES, who manages its users. */
export const reviewer = person({
  id: "u2",
  user_name: "reviewer1",
  roles: ["reviewer"],
  permissions: ["viewAllUploads", "approveUpload", "deleteDataset", "runMetaAnalysis", "addUser", "uploadData"],
  manages: ["hermes"],
});

/** An active uploader of HERMES. */
export function account(change: Partial<Account> = {}): Account {
  return {
    id: "a1",
    user_name: "ada@example.org",
    first_name: "Ada",
    last_name: "Lee",
    email: "ada@example.org",
    roles: ["uploader"],
    groups: ["hermes"],
    state: "active",
    created_at: "2026-10-01T12:00:00Z",
    last_login: "2026-11-20T12:00:00Z",
    second_factor: false,
    sessions: 2,
    linked: false,
    manageable: true,
    resettable: true,
    manages: [],
    ...change,
  };
}

/** An account with a password and nothing else. */
export function profile(change: Partial<Profile> = {}): Profile {
  return {
    user: person({ first_name: "Ada", last_name: "Lee", email: "ada@example.org" }),
    has_password: true,
    second_factor: false,
    second_factor_required: false,
    recovery_codes_left: 0,
    password_changed_at: "2026-10-01T12:00:00Z",
    identities: [],
    ...change,
  };
}

export function openSession(change: Partial<OpenSession> = {}): OpenSession {
  return {
    id: "s1",
    current: true,
    kind: "browser",
    created_at: "2026-11-21T08:00:00Z",
    last_seen_at: "2026-11-21T09:00:00Z",
    expires_at: "2026-11-22T08:00:00Z",
    user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    address: "192.0.2.1",
    remember: false,
    ...change,
  };
}

export function token(change: Partial<ApiToken> = {}): ApiToken {
  return {
    id: "t1",
    name: "nightly upload",
    scopes: ["read", "upload"],
    prefix: "coh_ab12",
    created_at: "2026-11-01T12:00:00Z",
    expires_at: "2036-01-30T12:00:00Z",
    last_used_at: null,
    ...change,
  };
}
