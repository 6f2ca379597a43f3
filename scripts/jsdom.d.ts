declare module "jsdom" {
  export const JSDOM: {
    fromURL(url: string, options: { runScripts: "dangerously"; resources: "usable" }): Promise<{ window: EventTarget }>;
  };
}
