import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { KeyRound } from "lucide-react";
import { signInOptions } from "../../api/security/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import styles from "./SignIn.module.css";

export function SignInProviders({ next }: { next: string | null }) {
  const { data } = useQuery({ queryKey: ["sign-in options"], queryFn: () => call(signInOptions, {}) });
  const providers = data?.result.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <>
      <p className={styles.or}>{t("or")}</p>
      {providers.map(({ name, url }) => (
        <Button
          key={url}
          className={styles.provider}
          size="large"
          block
          icon={<KeyRound size={16} aria-hidden />}
          href={next === null ? url : `${url}?next=${encodeURIComponent(next)}`}
        >
          {t("Continue with {name}", { name })}
        </Button>
      ))}
    </>
  );
}
