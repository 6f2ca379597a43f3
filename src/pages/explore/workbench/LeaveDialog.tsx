import { Button, Modal } from "antd";

interface LeaveDialogProps {
  count: number;
  onLeave(): void;
  onStay(): void;
}

export function LeaveDialog({ count, onLeave, onStay }: LeaveDialogProps) {
  return (
    <Modal
      open
      title="Leave without saving?"
      onCancel={onStay}
      footer={[
        <Button key="leave" onClick={onLeave}>
          Leave
        </Button>,
        <Button key="keep" autoFocus type="primary" onClick={onStay}>
          Keep editing
        </Button>,
      ]}
    >
      {count} {count === 1 ? "change" : "changes"} will be lost.
    </Modal>
  );
}
