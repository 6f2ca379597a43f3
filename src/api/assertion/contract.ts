import { z } from "zod";
import { ASSERTION_KINDS, ASSERTION_STATES, ASSERTION_TRIGGERS } from "../../model/assertion.ts";
import { operation } from "../../model/operation.ts";
import {
  collectionOperations,
  IdList,
  IdParams,
  MessageResponse,
  Person,
  ShowQuery,
  shownResponse,
} from "../../model/resource.ts";
import { TimeZone } from "../../model/time-zone.ts";

const MAX_ID = 2 ** 31 - 1;
const id = z.number().int().min(1).max(MAX_ID);
const Params = z.record(z.string(), z.unknown());

export const Assertion = z.looseObject({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  dataset_id: z.number(),
  dataset_name: z.string(),
  /** The only dashboard that shows it; null = all with charts on the dataset. */
  dashboard_id: z.number().nullable(),
  kind: z.enum(ASSERTION_KINDS),
  params: Params,
  where: z.string().nullable(),
  crontab: z.string(),
  timezone: z.string(),
  active: z.boolean(),
  external_id: z.string().nullable(),
  owners: z.array(Person),
  state: z.enum(ASSERTION_STATES),
  /** Not rounded; of rules about rows, how many violate it. Null if the caller can't read all of the data. */
  value: z.string().nullable(),
  /** Of `accepted_values`, a JSON array of up to three values that aren't. */
  compared: z.string().nullable(),
  message: z.string(),
  checked_at: z.string().nullable(),
  failed_since: z.string().nullable(),
  /** For users who can edit the assertion. */
  error: z.string().nullable(),
  next_check_at: z.string().nullable(),
  can_edit: z.boolean(),
  changed_by: Person.nullish(),
  created_by: Person.nullish(),
  changed_on: z.string(),
  changed_on_delta_humanized: z.string(),
});
export type Assertion = z.infer<typeof Assertion>;

const Name = z
  .string()
  .trim()
  .min(1)
  .max(250)
  .refine((text) => !/\p{Cc}/u.test(text));
const Where = z.string().max(20_000).nullish();

const Settings = {
  description: z.string().max(10_000).nullish(),
  dashboard_id: id.nullish(),
  where: Where,
  crontab: z.string().max(1000).optional(),
  timezone: TimeZone.optional(),
  active: z.boolean().optional(),
  owners: z.array(id).max(200).optional(),
};

/** `params` depend on `kind`. */
const Check = { kind: z.enum(ASSERTION_KINDS), params: Params };

export const CreateAssertion = z.strictObject({ name: Name, dataset_id: id, ...Check, ...Settings });
export type CreateAssertion = z.infer<typeof CreateAssertion>;

/** `kind` and `params` change together. */
export const UpdateAssertion = CreateAssertion.omit({ dataset_id: true }).partial();
export type UpdateAssertion = z.infer<typeof UpdateAssertion>;

export const { list, info, related } = collectionOperations("assertion", Assertion.partial());

export const show = operation({
  id: "assertion.show",
  method: "GET",
  path: "/api/v1/assertion/:id",
  summary: "An assertion with its latest result",
  params: IdParams,
  q: ShowQuery,
  response: shownResponse(Assertion.partial()),
});
export const create = operation({
  id: "assertion.create",
  method: "POST",
  path: "/api/v1/assertion/",
  summary: "Create an assertion about a dataset, and check it",
  body: CreateAssertion,
  response: z.looseObject({ id: z.number(), result: CreateAssertion }),
  status: 201,
});
export const update = operation({
  id: "assertion.update",
  method: "PUT",
  path: "/api/v1/assertion/:id",
  summary:
    "Change an assertion, and check it; a change of what is checked makes checks read with the caller's permissions",
  params: IdParams,
  body: UpdateAssertion,
  response: z.looseObject({ id: z.number(), result: UpdateAssertion }),
});
export const remove = operation({
  id: "assertion.remove",
  method: "DELETE",
  path: "/api/v1/assertion/:id",
  summary: "Delete an assertion and its results",
  params: IdParams,
  response: MessageResponse,
});
export const removeMany = operation({
  id: "assertion.removeMany",
  method: "DELETE",
  path: "/api/v1/assertion/",
  summary: "Delete assertions and their results",
  q: IdList,
  response: MessageResponse,
});

const TestedAssertion = z.object({
  state: z.enum(ASSERTION_STATES),
  value: z.string().nullable(),
  compared: z.string().nullable(),
  message: z.string(),
  error: z.string().nullable(),
});
export type TestedAssertion = z.infer<typeof TestedAssertion>;

export const test = operation({
  id: "assertion.test",
  method: "POST",
  path: "/api/v1/assertion/test",
  summary: "Check an assertion without saving it",
  body: CreateAssertion.extend({ name: Name.optional() }),
  response: z.object({ result: TestedAssertion }),
});
export const check = operation({
  id: "assertion.check",
  method: "POST",
  path: "/api/v1/assertion/:id/check",
  summary: "Check an assertion with the permissions of its last editor",
  params: IdParams,
  response: z.object({ result: Assertion }),
});

/** Stored ones of an assertion. */
export const MAX_RESULTS = 500;
export const MAX_RESULTS_PAGE = 100;

export const results = operation({
  id: "assertion.results",
  method: "GET",
  path: "/api/v1/assertion/:id/results",
  summary: "Stored results of an assertion, newest first, in pages of at most 100",
  params: IdParams,
  q: z.looseObject({ page: z.number().optional(), page_size: z.number().optional() }),
  response: z.object({
    count: z.number(),
    result: z
      .array(
        z.object({
          state: z.enum(ASSERTION_STATES),
          value: z.string().nullable(),
          compared: z.string().nullable(),
          checked_at: z.string(),
          trigger: z.enum(ASSERTION_TRIGGERS),
          ms: z.number(),
        }),
      )
      .max(MAX_RESULTS_PAGE),
  }),
});

export const MAX_LISTED = 500;

export const ofDataset = operation({
  id: "assertion.ofDataset",
  method: "GET",
  path: "/api/v1/dataset/:id/assertions",
  summary: "Assertions about a dataset that the caller can see, failing ones first if there are more than 500",
  params: IdParams,
  response: z.object({ count: z.number(), result: z.array(Assertion).max(MAX_LISTED) }),
});

export const MAX_CHECKED = 100;
export const MAX_CHECK_SECONDS = 60;

export const checkDataset = operation({
  id: "assertion.checkDataset",
  method: "POST",
  path: "/api/v1/dataset/:id/assertions/check",
  summary: "Check the assertions about a dataset, up to 100 and 60 seconds, oldest results first",
  params: IdParams,
  response: z.object({ result: z.array(Assertion) }),
});

const ImportedAssertion = z.object({
  /** Null in a preview of one that would be made. */
  id: z.number().nullable(),
  name: z.string(),
  kind: z.enum(ASSERTION_KINDS),
  params: Params,
  where: z.string().nullable(),
  external_id: z.string(),
});

const DbtImport = z.object({
  made: z.array(ImportedAssertion),
  changed: z.array(ImportedAssertion),
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type DbtImport = z.infer<typeof DbtImport>;

const DBT_FILE_BYTES = 10_000_000;

/** Texts of the files. */
const FromDbt = z.strictObject({
  manifest: z.string(),
  run_results: z.string().optional(),
  preview: z.boolean().optional(),
});
export type FromDbt = z.infer<typeof FromDbt>;

export const fromDbt = operation({
  id: "assertion.fromDbt",
  method: "POST",
  path: "/api/v1/dataset/:id/assertions/from_dbt",
  summary: "Make assertions from the dbt tests of a dataset's table; importing again changes them",
  params: IdParams,
  body: FromDbt,
  sizes: { manifest: DBT_FILE_BYTES, run_results: DBT_FILE_BYTES },
  response: z.object({ result: DbtImport }),
});

/** Viewers without access to the dataset get one for failures and one for errors, without facts. */
const FailingAssertion = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(ASSERTION_KINDS).nullable(),
  state: z.enum(ASSERTION_STATES),
  value: z.string().nullable(),
  message: z.string(),
  checked_at: z.string().nullable(),
  failed_since: z.string().nullable(),
  dataset_id: z.number().nullable(),
  dataset_name: z.string(),
  metric: z.string().nullable(),
  /** The charts that use its metric, or else all on its dataset. */
  chart_ids: z.array(z.number()),
  /** Owners of the assertion, or else of the dataset. */
  people: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type FailingAssertion = z.infer<typeof FailingAssertion>;

export const ofDashboard = operation({
  id: "assertion.ofDashboard",
  method: "GET",
  path: "/api/v1/dashboard/:id/assertions",
  summary: "Failing assertions about the data of a dashboard's charts",
  params: IdParams,
  response: z.object({ result: z.array(FailingAssertion) }),
});
