import { queryOptions } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { createQueryClient, firstAnswer } from "./queries";

const asked = (queryFn: () => Promise<string>) => queryOptions({ queryKey: ["above the list"], queryFn });

test("what is above a list is waited for once; a known answer lets the page come at once", async () => {
  const queries = createQueryClient();
  let arrive = (_answer: string) => {};
  const answer = vi.fn(() => new Promise<string>((resolve) => (arrive = resolve)));
  const query = asked(answer);
  let known = false;
  const waiting = firstAnswer(queries, query)?.then(() => (known = true));
  await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
  expect(known).toBe(false);
  arrive("one run");
  await waiting;
  expect(queries.getQueryData(query.queryKey)).toBe("one run");

  await queries.invalidateQueries({ queryKey: query.queryKey });
  expect(firstAnswer(queries, query)).toBeUndefined();
  expect(answer).toHaveBeenCalledTimes(1);
});

test("a refusal does not keep a page from coming", async () => {
  const query = asked(() => Promise.reject(new Error("503")));
  await expect(firstAnswer(createQueryClient(), query)).resolves.toBeUndefined();
});
