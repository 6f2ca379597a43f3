import { Button, Modal } from "antd";
import { t } from "../../../i18n/translate.ts";

interface LeaveDialogProps {
  count: number;
  onLeave(): void;
  onStay(): void;
}

export function LeaveDialog({ count, onLeave, onStay }: LeaveDialogProps) {
  return (
    <Modal
      open
      title={t("Leave without saving?")}
      onCancel={onStay}
      footer={[
        <Button key="leave" onClick={onLeave}>
          {t("Leave")}
        </Button>,
        <Button key="keep" autoFocus type="primary" onClick={onStay}>
          {t("Keep editing")}
        </Button>,
      ]}
    >
      {t("{count, plural, one {# change} other {# changes}} will be lost.", { count })}
    </Modal>
  );
}
