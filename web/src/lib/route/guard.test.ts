import { describe, expect, test } from "vitest";
import { type Asked, carriesInvitation, type Decision, decide, gateOf, type Known } from "./guard";

const at = (href: string): Asked => {
  const url = new URL(href, "http://localhost");
  return { pathname: url.pathname, href };
};

/** An account with a role in the areas of its groups. */
const user = (groups: string[], duties: ("change_password" | "second_factor")[] = [], areas = groups) =>
  ({ state: "user", user: { groups, areas, duties } }) as const;
const nobody = { state: "none" } as const;
const down = { state: "unreachable", error: "down" } as const;
const refused = { state: "refused" } as const;
const unconfigured = { state: "unconfigured" } as const;

const on: Decision = { go: "on" };
const signIn = (to: "/login" | "/hermes/login" | "/sgc/login", redirect: string): Decision => ({
  go: "sign-in",
  to,
  search: { redirect },
});

const rules: [string, string, Known, Decision][] = [
  ["a build without guard lets everybody pass", "/datasets", { skipAuth: true, session: nobody }, on],
  ["… the SGC area too", "/sgc/new", { skipAuth: true, sgc: nobody }, on],
  ["… and those who owe something", "/datasets", { skipAuth: true, session: user([], ["second_factor"]) }, on],

  ["/login is open", "/login", {}, on],
  ["/login/callback is open", "/login/callback?code=1", {}, on],
  ["/login/reset is open", "/login/reset#reset=x", {}, on],
  ["/hermes/login is open", "/hermes/login?redirect=%2Fhermes", {}, on],
  ["/sgc/login is open", "/sgc/login?expired=1", {}, on],
  ["the sign-in pages stay open to those who owe something", "/login", { session: user([], ["second_factor"]) }, on],
  ["what is public is open", "/p/datasets/d1?phenotype=p1", {}, on],
  ["the start is open; it only leads on", "/", {}, on],
  ["a path that no route has is open: the 404 page is there", "/nothing/here", {}, on],
  ["… under an area as well", "/hermes/nothing-here", {}, on],
  ["… and where it only begins like a door", "/loginanything", {}, on],

  ["registration is enabled", "/register", { registration: true }, on],
  ["this tab has an invitation", "/register", { invitation: true }, on],
  [
    "neither: like any other path",
    "/register",
    { registration: false, session: nobody },
    signIn("/login", "/register"),
  ],

  ["SGC without a token", "/sgc/new?step=2", { sgc: nobody }, signIn("/sgc/login", "/sgc/new?step=2")],
  [
    "SGC with a token that is refused",
    "/sgc",
    { sgc: refused },
    { go: "sign-in", to: "/sgc/login", search: { redirect: "/sgc", expired: 1 } },
  ],
  ["SGC with a valid token", "/sgc/edit/c1", { sgc: user(["sgc"]) }, on],
  ["SGC by the session of an account of the area", "/sgc/new", { session: user(["sgc"]), sgc: nobody }, on],
  ["… of several areas", "/sgc", { session: user(["hermes", "sgc", "datasets"]), sgc: nobody }, on],
  ["… beside a token that is refused", "/sgc", { session: user(["sgc"]), sgc: refused }, on],
  ["… beside no user service", "/sgc", { session: user(["sgc"]), sgc: unconfigured }, on],
  [
    "… that owes something",
    "/sgc",
    { session: user(["sgc"], ["second_factor"]), sgc: nobody },
    {
      go: "duties",
      search: { redirect: "/sgc" },
    },
  ],
  [
    "a session without a place in SGC",
    "/sgc",
    { session: user(["hermes", "datasets"]), sgc: nobody },
    signIn("/sgc/login", "/sgc"),
  ],
  [
    "… beside a token that is refused",
    "/sgc",
    { session: user(["hermes"]), sgc: refused },
    { go: "sign-in", to: "/sgc/login", search: { redirect: "/sgc", expired: 1 } },
  ],
  [
    "the group of SGC without a role there",
    "/sgc",
    { session: user(["sgc"], [], []), sgc: nobody },
    signIn("/sgc/login", "/sgc"),
  ],
  ["nobody knows who is signed in", "/sgc", { session: down, sgc: nobody }, { go: "unreachable", error: "down" }],
  ["SGC while the user service is down", "/sgc", { sgc: down }, { go: "unreachable", error: "down" }],
  ["SGC without a user service: its sign-in page says so", "/sgc", { sgc: unconfigured }, signIn("/sgc/login", "/sgc")],
  [
    "SGC with a password that another user chose",
    "/sgc",
    { sgc: user(["sgc"], ["change_password"]) },
    { go: "duties", search: { redirect: "/sgc" } },
  ],

  ["no session under HERMES", "/hermes/qc/x?run=1", { session: nobody }, signIn("/hermes/login", "/hermes/qc/x?run=1")],
  ["no session at the start of HERMES", "/hermes", { session: nobody }, signIn("/hermes/login", "/hermes")],
  ["no session elsewhere", "/datasets?q=a#top", { session: nobody }, signIn("/login", "/datasets?q=a#top")],
  ["an unreachable server is not a sign-out", "/datasets", { session: down }, { go: "unreachable", error: "down" }],
  ["… nor under HERMES", "/hermes", { session: down }, { go: "unreachable", error: "down" }],
  ["a session elsewhere", "/profile", { session: user(["datasets"]) }, on],
  ["a session without groups", "/datasets", { session: user([]) }, on],

  ["HERMES alone, in HERMES", "/hermes/new", { session: user(["hermes"]) }, on],
  ["HERMES alone, outside", "/datasets", { session: user(["hermes"]) }, { go: "forbidden", area: "others" }],
  [
    "HERMES alone, at the common profile",
    "/profile",
    { session: user(["hermes"]) },
    { go: "forbidden", area: "others" },
  ],
  ["no role in HERMES, in HERMES", "/hermes", { session: user(["datasets"]) }, { go: "forbidden", area: "hermes" }],
  ["… whatever the page", "/hermes/qc/x", { session: user(["sgc", "datasets"]) }, { go: "forbidden", area: "hermes" }],
  [
    "the group of HERMES without a role there",
    "/hermes",
    { session: user(["hermes"], [], []) },
    { go: "forbidden", area: "hermes" },
  ],
  ["a role in HERMES without its group", "/hermes", { session: user(["datasets"], [], ["hermes"]) }, on],
  ["HERMES and more, outside", "/datasets", { session: user(["hermes", "datasets"]) }, on],

  [
    "something is owed",
    "/hermes?q=1",
    { session: user(["hermes"], ["second_factor"]) },
    { go: "duties", search: { redirect: "/hermes?q=1" } },
  ],
  [
    "what is owed comes before the areas",
    "/datasets",
    { session: user(["hermes"], ["change_password"]) },
    { go: "duties", search: { redirect: "/datasets" } },
  ],
  [
    "the page of what is owed, for those limited to HERMES too",
    "/profile/duties",
    { session: user(["hermes"], ["second_factor"]) },
    on,
  ],
  ["… by the token of SGC", "/profile/duties", { session: nobody, sgc: user(["sgc"], ["change_password"]) }, on],
  ["… when nothing is owed", "/profile/duties", { session: user(["hermes"]) }, { go: "home" }],
  ["… when nothing is owed in SGC", "/profile/duties", { session: nobody, sgc: user(["sgc"]) }, { go: "home" }],
  ["… for nobody", "/profile/duties", { session: nobody, sgc: nobody }, signIn("/login", "/profile/duties")],
  [
    "… while the server is down",
    "/profile/duties",
    { session: down, sgc: nobody },
    { go: "unreachable", error: "down" },
  ],
];

describe("decide", () => {
  test.each(rules)("%s: %s", (_rule, href, known, want) => {
    expect(decide(at(href), known)).toEqual(want);
  });
});

test.each([
  ["invitation=abc", true],
  ["invitation=", false],
  ["reset=abc", false],
  ["", false],
])("carriesInvitation(%j): %s", (hash, want) => expect(carriesInvitation(hash)).toBe(want));

describe("gateOf", () => {
  test.each([
    ["/hermesx", "open"],
    ["/hermes/loginx", "open"],
    ["/sgc/login", "open"],
    ["/sgc", "sgc"],
    ["/sgc/users", "sgc"],
    ["/register", "register"],
    ["/profile/duties", "duties"],
    ["/profile", "session"],
    ["/admin/audit", "session"],
    ["/hermes/qc/anyid1", "session"],
    ["/hermes/qc/any_id-1", "open"],
    ["/hermes/qc/any.id", "open"],
    ["/datasets/a%20b", "open"],
  ])("%s: %s", (path, gate) => expect(gateOf(path)).toBe(gate));
});
