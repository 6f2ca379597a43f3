import { z } from "zod";
import { TableFormData } from "../../chart-kit/table-chart/form-data.ts";

export const STARTING_TEMPLATE = `<ul class="data-list">
  {{#each data}}
    <li>{{stringify this}}</li>
  {{/each}}
</ul>`;

export const HandlebarsForm = TableFormData.extend({
  handlebarsTemplate: z.string().catch("").default(STARTING_TEMPLATE),
  styleTemplate: z.string().nullish().catch(null),
  include_time: z.boolean().nullish().catch(null),
});

export type HandlebarsForm = z.infer<typeof HandlebarsForm>;
