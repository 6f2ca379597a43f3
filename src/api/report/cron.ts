import { Cron } from "croner";
import cronstrue from "cronstrue";

/** Whether the text is five fields of cron that will ever come true. */
export function isCrontab(text: string): boolean {
  try {
    return new Cron(text, { mode: "5-part", paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

/** `At 12:00 AM`; the crontab itself where there are no words for it. */
export function crontabText(crontab: string): string {
  try {
    return cronstrue.toString(crontab);
  } catch {
    return crontab;
  }
}
