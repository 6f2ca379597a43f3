import { z } from "zod";
import { MapForm } from "../../chart-kit/map/map-form.ts";
import { FormData } from "../../model/form-data.ts";

/** IDs of saved charts; form data of unsaved charts is accepted too. */
const Layer = z.union([z.coerce.number().int().positive(), FormData]);

export const MultiForm = MapForm.extend({
  deck_slices: z.preprocess(
    (value) => (Array.isArray(value) ? value.filter((one) => Layer.safeParse(one).success) : []),
    z.array(Layer),
  ),
});

export type MultiForm = z.infer<typeof MultiForm>;
