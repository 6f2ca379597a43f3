import { ConfigProvider } from "antd";

/** Whether the dataset may only be read: antd's own fields know it by themselves, as long as they say nothing else. */
export const useIsLocked = (): boolean => ConfigProvider.useConfig().componentDisabled ?? false;
