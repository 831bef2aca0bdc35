import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["/src/features/**/*.tsx", "/src/routes/**/*.tsx", "!/src/**/*.test.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What of an answer belongs to Answered. */
const states = "isPending|isLoading|isError|failureReason|error";

/** These show it in a way of their own, for a reason. */
const own: Record<string, string> = {
  "/src/features/accounts/register/Invitation.tsx": "the title of its card depends on why a link leads nowhere",
  "/src/features/accounts/secondfactor/SecondFactorSetup.tsx":
    "what it asks makes a secret: it is a write, tried with a password",
  "/src/features/datasets/list/Filters.tsx": "a list of suggestions says within itself that it is being read",
  "/src/features/datasets/public/PublicPage.tsx": "what is not public any more has a page of its own",
  "/src/features/hermes/freeze/page/WallCard.tsx": "a small figure of many, which keeps its place",
  "/src/features/hermes/freeze/public/PublicFreezePage.tsx": "what is not public any more has a page of its own",
  "/src/features/pages/public/PublishedPage.tsx": "what is not published any more has a page of its own",
  "/src/features/front/FrontSearch.tsx": "what it finds is laid over the page, which must not move",
  "/src/features/hermes/phenotypes/PhenotypeSearch.tsx": "a list of suggestions says within itself that it failed",
};

/** The states of answers that a file looks at by itself. That nothing is said before there is an error is no block. */
function byHand(text: string): string[] {
  const taken = [...text.matchAll(/const \{([^}]*)\} = useQuer(?:y|ies)\(/g)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim().split(":")[0] ?? "")
    .filter((name) => new RegExp(`^(${states}|status)$`).test(name));
  const answers = [...text.matchAll(/const (\w+) = useQuer(?:y|ies)\(([^;]*);/g)]
    .filter(([, , rest = ""]) => !rest.includes(").data"))
    .map(([, name]) => name);
  const read = answers.flatMap((name) => text.match(new RegExp(`(?<!!)\\b${name}\\.(${states})\\b`, "g")) ?? []);
  return [...taken, ...read];
}

test("in features and routes, Answered shows what a question came to: nobody writes loading and error by hand", () => {
  const found = Object.entries(sources).filter(([file, text]) => !own[file] && byHand(text).length > 0);
  expect(found.map(([file, text]) => `${file}: ${byHand(text).join(", ")}`)).toEqual([]);
});

test("each exception is one", () => {
  expect(Object.keys(own).filter((file) => byHand(sources[file] ?? "").length === 0)).toEqual([]);
});

test.each([
  ["const { data, error } = useQuery(listQuery);", ["error"]],
  ["const { data, status: how } = useQuery(listQuery);", ["status"]],
  ["const list = useQuery(listQuery);\nif (list.isPending) return <Loader />;", ["list.isPending"]],
  ["const list = useQuery({\n  ...q,\n});\nreturn list.error ? <Bad /> : <Good />;", ["list.error"]],
  ["const list = useQuery(q);\nconst sub = list.data ? words : !list.error && 'Reading the list';", []],
  ["const session = useQuery(q).data;\nreturn session.error;", []],
  ["const save = useMutation(q);\nreturn save.error && <Refusal />;", []],
])("the rule sees %j", (text, want) => expect(byHand(text)).toEqual(want));
