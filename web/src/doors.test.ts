import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "./api/queries";
import { ApiError } from "./lib/api-error";
import { createAppRouter } from "./router";
import { admin, person, refused, signInOptions } from "./test-app";

const router = createAppRouter(createQueryClient());
const pages = Object.values(router.routesById)
  .filter((route) => !("children" in route && route.children) && /^\/_(app|bootstrap|sgc)\//.test(route.id))
  .map((route) => route.fullPath.replace(/(.)\/$/, "$1").replace(/\$(id|what)/, "x1"));

/** Accounts by what they may; the pages that each of them may not enter, by the table of permissions. */
const accounts: Record<string, { user: ReturnType<typeof person>; closed: RegExp }> = {
  administrator: { user: admin, closed: /^$/ },
  "HERMES uploader": {
    user: person({ manages: [] }),
    closed: /^(?!\/hermes)|^\/hermes\/(users|ma$|ma\/(new|x1|prepared)|freezes)/,
  },
  "HERMES analyst": {
    user: person({ roles: ["analyst"], permissions: ["viewAllUploads"] }),
    closed: /^(?!\/hermes)|^\/hermes\/(users|new|freezes\/new)/,
  },
  "HERMES reviewer": {
    user: person({
      roles: ["reviewer"],
      permissions: ["viewAllUploads", "approveUpload", "deleteDataset", "runMetaAnalysis", "addUser", "uploadData"],
      manages: ["hermes"],
    }),
    closed: /^(?!\/hermes)/,
  },
  curator: {
    user: person({ roles: ["curator"], groups: ["datasets"], areas: ["datasets"], permissions: ["viewAllDatasets"] }),
    closed: /^\/(hermes|admin)/,
  },
  "cohort contact": {
    user: person({ roles: ["sgc-uploader"], groups: ["sgc"], areas: ["sgc"], permissions: ["sgc-upload-data"] }),
    closed:
      /^\/(hermes|admin|datasets|tools|minibioindex\/new)|^\/sgc\/(users|archive|completeness|phenotype-case-totals)/,
  },
};
const signIn = ["/sgc/login"];

/** Where an address leads: the status of the error in place of the page, or the path of the page. */
async function opened(address: string, user: object): Promise<number | string> {
  const answers: Record<string, object> = { "/api/is-logged-in": user, "/api/sign-in-options": signInOptions };
  vi.stubGlobal("fetch", async (request: Request) => {
    const answer = answers[new URL(request.url).pathname];
    return answer ? Response.json(answer) : refused(404, "There is no such thing here.");
  });
  const queries = createQueryClient();
  const opening = createAppRouter(queries, createMemoryHistory({ initialEntries: [address] }));
  await opening.load();
  const error = opening.state.matches.map((match) => match.error).find((one) => one instanceof ApiError);
  queries.clear();
  return error instanceof ApiError && error.status === 403 ? 403 : opening.state.location.pathname;
}

test.each(Object.keys(accounts))("the doors for an account: %s", async (name) => {
  const account = accounts[name];
  if (!account) throw new Error(name);
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const wrong: string[] = [];
  for (const page of pages) {
    const where = await opened(page, account.user);
    // Another account may open the area of SGC: its own door asks for it.
    const sgcDoor = page.startsWith("/sgc") && !account.user.areas.includes("sgc");
    const want = sgcDoor ? signIn[0] : account.closed.test(page) ? 403 : page;
    if (where !== want) wrong.push(`${page}: ${where}, want ${want}`);
  }
  expect(wrong).toEqual([]);
  expect(pages.length).toBeGreaterThan(45);
});
