import { z } from "zod";

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { name: string; description: string; required: boolean }[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const argument = (name: string, description: string) => ({ name, description, required: true });

export const PROMPTS: readonly Prompt[] = [
  {
    name: "answer_question",
    title: "Answer a question from data",
    description: "Find the right dataset, query it, and show how the answer was found",
    arguments: [argument("question", "For example: Which product lines grew last quarter?")],
    text: ({ question }) =>
      `Answer this question from data in Tessera: ${question}\n\nSearch for datasets and charts that fit, describe them, and query with the dataset's own metrics where it has them. Say which dataset, metrics, filters and time range you used, link to them, and say if results were truncated.`,
  },
  {
    name: "explain_dashboard",
    title: "Explain a dashboard",
    description: "What a dashboard shows, and what stands out in its current data",
    arguments: [argument("dashboard_id", "The number in its address")],
    text: ({ dashboard_id }) =>
      `Describe the dashboard ${dashboard_id} in Tessera, then query the datasets of its most important charts. Summarize for its readers what it shows, what stands out now, and what to look at next. Link to the charts.`,
  },
  {
    name: "build_dashboard",
    title: "Build a dashboard",
    description: "Charts and a dashboard about a topic, previewed before they are saved",
    arguments: [argument("topic", "For example: delays by airport and carrier")],
    text: ({ topic }) =>
      `Build a dashboard in Tessera about: ${topic}\n\nReuse existing charts where they fit. Preview each new chart, show me the previews, and confirm only those that I agree with. Then preview the dashboard with its charts, and confirm it once I agree.`,
  },
];

const MAX_ARGUMENT = 2000;
export const PromptArguments = z.record(z.string(), z.string().max(MAX_ARGUMENT));
