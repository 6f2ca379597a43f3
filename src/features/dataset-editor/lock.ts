import { ConfigProvider } from "antd";

/** antd fields are disabled by themselves, unless they set `disabled`. */
export const useIsLocked = (): boolean => ConfigProvider.useConfig().componentDisabled ?? false;
