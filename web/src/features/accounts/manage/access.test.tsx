import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Answer, admin, renderApp, signInOptions } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { account, openSession, profile, reviewer, token } from "../testing";

const invited = account({ id: "a2", user_name: "bo@example.org", first_name: "Bo", last_name: "", state: "invited" });
const request = {
  id: "r1",
  email: "cy@example.org",
  first_name: "",
  last_name: "",
  reason: "North cohort",
  created_at: "2026-11-20T12:00:00Z",
  verified: true,
};
const identity = { id: "i1", issuer: "https://accounts.example.org", email: "", linked_at: "2026-10-01T12:00:00Z" };
const event = {
  seq: 4,
  at: "2026-11-20T12:00:00Z",
  actor: "admin1",
  address: "192.0.2.1",
  request_id: "req-4",
  action: "roles-changed",
  object: "user",
  object_id: "u7",
  refused: true,
  detail: "",
  before: { roles: "uploader" },
  after: {},
  hash: "f00d",
};

const pages: [string, string, Record<string, Answer>][] = [
  [
    "/hermes/users",
    "bo@example.org",
    {
      "GET /api/is-logged-in": reviewer,
      "GET /api/areas/hermes/users": { items: [account(), invited], total: 2 },
      "GET /api/areas/hermes/access-requests": { items: [request] },
    },
  ],
  ["/hermes/users/new", "One person", { "GET /api/is-logged-in": reviewer }],
  ["/hermes/users/new?by=several", "One person per line", { "GET /api/is-logged-in": reviewer }],
  ["/hermes/users/new?by=password", "Temporary password", { "GET /api/is-logged-in": reviewer }],
  [
    "/hermes/profile",
    "nightly upload",
    {
      "GET /api/sign-in-options": { ...signInOptions, provider: "Example ID" },
      "GET /api/profile": profile({ identities: [identity], second_factor: true }),
      "GET /api/sessions": { items: [openSession(), openSession({ id: "s2", current: false })] },
      "GET /api/tokens": { items: [token()] },
    },
  ],
  ["/hermes/changepassword", "Current password", { "GET /api/profile": profile() }],
  [
    "/admin/audit?entry=4&object=user&object_id=u7",
    "What changed",
    { "GET /api/is-logged-in": admin, "GET /api/audit": { items: [event], total: 1, actions: ["roles-changed"] } },
  ],
];

test.each(pages)("%s can be used by everybody", async (address, words, answers) => {
  renderApp(address, answers);
  await screen.findAllByText(words, { exact: false });
  expect(await accessFaults()).toEqual([]);
});
