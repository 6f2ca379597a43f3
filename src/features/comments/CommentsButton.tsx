import { MessageSquare } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { isGuest } from "../../web/client/guest.ts";
import { isVisitor } from "../../web/session/session.ts";
import { type Commented, closeComments, linkedComment, openComments, useComments } from "./comments-state.ts";

const CommentCount = lazyComponent(async () => (await import("./CommentCount.tsx")).CommentCount);
const CommentsPanel = lazyComponent(async () => (await import("./CommentsPanel.tsx")).CommentsPanel);

interface CommentsButtonProps extends Commented {
  onShowChart?(chartId: number): void;
}

/** Only for accounts, as comments name users. */
export function CommentsButton(props: CommentsButtonProps) {
  return isGuest() || isVisitor() ? null : <AccountsButton {...props} />;
}

function AccountsButton({ noun, id, onShowChart }: CommentsButtonProps) {
  const isOpen = useComments((state) => state.open !== undefined);
  // Pages may rewrite their address soon.
  const [linked] = useState(() => linkedComment());
  useEffect(() => {
    useComments.setState({ isOffered: true });
    if (linked !== undefined) openComments({ comment: linked });
    return () => useComments.setState({ isOffered: false, open: undefined });
  }, [linked]);
  const toggle = () => (isOpen ? closeComments() : openComments());
  const button = <IconButton label={t("Comments")} icon={<MessageSquare size={16} />} size={32} onClick={toggle} />;
  return (
    <>
      <CommentCount noun={noun} id={id} isOpen={isOpen} onClick={toggle} fallback={button} />
      {isOpen ? <CommentsPanel noun={noun} id={id} onShowChart={onShowChart} /> : null}
    </>
  );
}
