import { drawingProblems } from "../../../chart-seam/define.ts";
import { hasMatrix, loadTypedForm, type TypedForm } from "../../../chart-types/index.ts";
import { type ExtraFormData, mergeExtraFormData } from "../../../model/data-mask.ts";
import { withDimensions } from "../../../model/display-control.ts";
import { type FormData, readSharedForm } from "../../../model/form-data.ts";
import {
  axesContext,
  cellForm,
  firstMetrics,
  type Matrix,
  matrixOf,
  membersOf,
  placesOf,
  type Sides,
  wholeContext,
  withMembers,
} from "../../../model/matrix.ts";
import { firstCells } from "../../../model/matrix-layout.ts";
import type { ChartDataResult, QueryContext } from "../../../model/query-context.ts";
import type { App } from "../../../server/app.ts";
import type { User } from "../../../server/user.ts";
import { chartDataOf, textOf } from "../run/answer.ts";
import { queryOf } from "../run/chart-context.ts";

export interface ChartRequest {
  app: App;
  user: User;
  signal: AbortSignal;
}

interface Grid {
  requestedForm: FormData;
  typed: TypedForm;
  matrix: Matrix;
}

async function gridOf(form: unknown, extra: ExtraFormData | undefined): Promise<Grid | undefined> {
  const read = readSharedForm(form);
  const requestedForm = read && withDimensions(read, extra);
  const matrix = requestedForm && hasMatrix(requestedForm.viz_type) ? matrixOf(requestedForm) : undefined;
  const typed = matrix && requestedForm ? await loadTypedForm(requestedForm) : undefined;
  if (!matrix || !typed || !requestedForm) return undefined;
  const first = firstMetrics(typed.formData, matrix);
  const isComplete =
    Object.keys(drawingProblems(typed.type, first)).length === 0 && queryOf(typed, first) !== undefined;
  return isComplete ? { requestedForm, typed: withExtra(typed, extra), matrix } : undefined;
}

function withExtra({ type, formData }: TypedForm, extra: ExtraFormData | undefined): TypedForm {
  const extra_form_data = mergeExtraFormData([formData.extra_form_data ?? undefined, extra]);
  return { type, formData: extra ? { ...formData, extra_form_data } : formData };
}

async function sidesOf({ app, user, signal }: ChartRequest, { typed, matrix }: Grid): Promise<Sides> {
  const context = axesContext(typed.formData, matrix, typed.type.buildQuery);
  if (context.queries.length === 0) return membersOf(matrix, []);
  const text = await textOf(await chartDataOf(app).answer(user, { context, signal }));
  return membersOf(matrix, (JSON.parse(text) as { result: ChartDataResult[] }).result);
}

/** One query for all cells, with each row's cell. Undefined if the chart isn't a grid. */
export async function wholeGridContext(
  request: ChartRequest,
  form: unknown,
  extra?: ExtraFormData,
): Promise<QueryContext | undefined> {
  const grid = await gridOf(form, extra);
  if (!grid) return undefined;
  const { typed, matrix } = grid;
  const found = withMembers(matrix, await sidesOf(request, grid));
  return wholeContext(typed.formData, found, typed.type.buildQuery);
}

interface Opening {
  extra: ExtraFormData;
  size: { width: number; height: number };
}

export async function firstCellContexts(
  request: ChartRequest,
  form: unknown,
  { extra, size }: Opening,
): Promise<QueryContext[] | undefined> {
  const grid = await gridOf(form, extra);
  if (!grid) return undefined;
  const { requestedForm } = grid;
  const places = placesOf(await sidesOf(request, grid)).map((place) => ({
    ...place,
    rowLabel: place.rowMember ? "row" : "",
    columnLabel: place.columnMember ? "column" : "",
  }));
  const forms = firstCells(requestedForm, places, size).map(({ rowMember, columnMember }) =>
    cellForm(
      requestedForm,
      [rowMember, columnMember].filter((one) => one !== undefined),
    ),
  );
  const typed = await Promise.all(forms.map(loadTypedForm));
  return typed.flatMap((cell) => {
    if (!cell) return [];
    const { type, formData } = withExtra(cell, extra);
    return Object.keys(drawingProblems(type, formData)).length > 0 ? [] : (queryOf({ type, formData }, formData) ?? []);
  });
}
