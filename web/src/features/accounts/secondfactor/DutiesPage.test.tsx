import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, noSubmissions, person, refused, renderApp, signInOptions } from "@/test-app";

const list = {
  items: [],
  total: 0,
  summary: noSubmissions,
};
const good = "walnut tractor eleven moss";
const secret = {
  secret: "JBSWY3DPEHPK3PXP",
  uri: "otpauth://totp/Cohortium:r1?secret=JBSWY3DPEHPK3PXP",
  qr_png: "iVBORw0KGgo=",
};
const codes = ["abcd-efgh", "ijkl-mnop"];
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

type Duty = "change_password" | "second_factor";

/** A server whose account owes `duties` until they are settled there. */
function server(duties: Duty[], extra: Record<string, Answer> = {}) {
  const owed = new Set(duties);
  const settle = (duty: Duty, answer: object) => () => {
    owed.delete(duty);
    return answer;
  };
  return {
    "GET /api/sign-in-options": { ...signInOptions, min_password: 15 },
    "GET /api/is-logged-in": () => person({ duties: [...owed] }),
    "GET /api/hermes/uploads": list,
    "POST /api/change-password": settle("change_password", { status: "success" }),
    "POST /api/profile/second-factor": secret,
    "POST /api/profile/second-factor/confirm": settle("second_factor", { codes }),
    "POST /api/logout": { status: "success" },
    ...extra,
  };
}

async function changePassword() {
  await userEvent.type(await screen.findByLabelText("New password"), good);
  await userEvent.type(field("Repeat the password"), good);
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
}

async function enrol() {
  await userEvent.type(await screen.findByLabelText("Code"), "123 456");
  await userEvent.click(screen.getByRole("button", { name: "Set up" }));
}

test("what is owed is settled one after the other, and then one is where one wanted to be", async () => {
  const { router, writes } = renderApp("/hermes?q=north", server(["change_password", "second_factor"]));
  expect(await screen.findByText(/Step 1 of 2/)).toBeTruthy();
  expect(router.state.location.pathname).toBe("/profile/duties");
  await changePassword();

  expect(await screen.findByText(/Step 2 of 2/)).toBeTruthy();
  expect((await screen.findByRole<HTMLImageElement>("img", { name: /QR code/ })).src).toContain("base64,iVBORw0KGgo=");
  expect(screen.getByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy the key" })).toBeTruthy();
  await enrol();

  expect(await screen.findByRole("heading", { name: "Save your recovery codes" })).toBeTruthy();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(codes);
  await userEvent.click(screen.getByRole("button", { name: "I have saved them" }));
  await waitFor(() => expect(router.state.location.href).toBe("/hermes?q=north"));

  const [change, begin, confirm] = await Promise.all(writes().map((request) => request.json()));
  expect(change).toEqual({ password: good });
  expect(begin).toEqual({});
  expect(confirm).toEqual({ code: "123456" });
});

describe("the password", () => {
  test("that was typed at signing in is asked for again only when that was long ago", async () => {
    const asked = "Enter your current password.";
    const wrong = "This is not your current password.";
    const { writes } = renderApp(
      "/hermes",
      server(["change_password"], {
        "POST /api/change-password": async (request: Request) => {
          const { current_password } = (await request.json()) as { current_password?: string };
          const at = (message: string) => [{ field: "current_password", message }];
          return current_password === undefined
            ? refused(422, asked, at(asked), "current_password_needed")
            : refused(422, "The current password is wrong.", at(wrong), "wrong_password");
        },
      }),
    );
    expect(await screen.findByLabelText("New password")).toBeTruthy();
    expect(screen.queryByLabelText("Current password")).toBeNull();
    await changePassword();
    expect(await screen.findByText(asked)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field("Current password")));
    expect(field("New password").value).toBe(good);
    await userEvent.type(field("Current password"), "guess{Enter}");
    expect(await screen.findByText(wrong)).toBeTruthy();
    expect(field("New password").value).toBe(good);
    expect(screen.queryByText("Your session has ended")).toBeNull();
    expect(writes()).toHaveLength(2);
  });

  test("is needed", async () => {
    const { writes } = renderApp("/hermes", server(["change_password"]));
    await userEvent.click(await screen.findByRole("button", { name: "Change password" }));
    expect(await screen.findByText("Choose a password.")).toBeTruthy();
    expect(writes()).toEqual([]);
  });
});

describe("the second factor", () => {
  test("asks for the password when signing in was long ago", async () => {
    const asked = "Enter your current password.";
    const { writes } = renderApp(
      "/hermes",
      server(["second_factor"], {
        "POST /api/profile/second-factor": async (request: Request) => {
          const body = (await request.json()) as { current_password?: string };
          const at = (message: string) => [{ field: "current_password", message }];
          if (!body.current_password) return refused(422, asked, at(asked), "current_password_needed");
          return body.current_password === "right"
            ? secret
            : refused(422, "No.", at("This is not it."), "wrong_password");
        },
      }),
    );
    await userEvent.type(await screen.findByLabelText("Current password"), "wrong{Enter}");
    expect(await screen.findByText("This is not it.")).toBeTruthy();
    await userEvent.clear(field("Current password"));
    await userEvent.type(field("Current password"), "right{Enter}");
    expect(await screen.findByLabelText("Code")).toBeTruthy();
    expect(writes()).toHaveLength(3);
  });

  test("a wrong code is told at the field; a secret that waited too long can be made anew", async () => {
    const answers = [
      refused(422, "No.", [{ field: "code", message: "This is not the code." }], "wrong_code"),
      refused(422, "Start again: there is nothing to confirm.", [], "nothing_to_confirm"),
    ];
    const { writes } = renderApp(
      "/hermes",
      server(["second_factor"], { "POST /api/profile/second-factor/confirm": () => answers.shift() as Response }),
    );
    await enrol();
    expect(await screen.findByText("This is not the code.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field("Code")));
    await userEvent.click(screen.getByRole("button", { name: "Set up" }));
    await userEvent.click(await screen.findByRole("button", { name: "Start again" }));
    await screen.findByRole("button", { name: "Set up" });
    expect(writes()).toHaveLength(4);
  });

  test("the recovery codes can be copied and saved as text", async () => {
    const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    renderApp("/hermes", server(["second_factor"]));
    await enrol();
    await userEvent.click(await screen.findByRole("button", { name: "Download as text" }));
    const text = await new Response(saved.mock.lastCall?.[0] as Blob).text();
    expect(text).toContain("Recovery codes of analyst1");
    expect(text).toContain("abcd-efgh\nijkl-mnop\n");
    await userEvent.click(screen.getByRole("button", { name: "Copy" }));
    expect(await navigator.clipboard.readText()).toBe(text);
  });
});

test("one can sign out instead", async () => {
  let known = true;
  const { router } = renderApp(
    "/hermes",
    server(["change_password"], {
      "GET /api/is-logged-in": () => (known ? person({ duties: ["change_password"] }) : refused(401, "Sign in.")),
      "POST /api/logout": () => {
        known = false;
        return { status: "success" };
      },
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/hermes/login"));
});

describe("an account that is signed in at SGC alone", () => {
  beforeEach(() => localStorage.setItem("sgcAuthToken", "t1"));

  test("changes its password at the user service, and goes on with the new tokens", async () => {
    const owed = new Set<Duty>(["change_password", "second_factor"]);
    const user = () => ({ id: "c1", username: "contact1", roles: ["sgc-reviewer"], duties: [...owed] });
    const { router, writes } = renderApp("/sgc", {
      "GET /api/is-logged-in": () => refused(401, "Sign in."),
      "GET /api/auth/verify/": () => ({ user: user() }),
      "POST /api/auth/change-password/": () => {
        owed.delete("change_password");
        return { status: "success", access: "t2" };
      },
      "POST /api/profile/second-factor": secret,
      "POST /api/profile/second-factor/confirm": () => {
        owed.delete("second_factor");
        return { codes, access: "t3" };
      },
    });
    await changePassword();
    await enrol();
    await userEvent.click(await screen.findByRole("button", { name: "I have saved them" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/sgc"));
    expect(writes().map((request) => request.headers.get("Authorization"))).toEqual([
      "Bearer t1",
      "Bearer t2",
      "Bearer t2",
    ]);
    expect(localStorage.getItem("sgcAuthToken")).toBe("t3");
  });
});
