export { ChangesDialog } from "./ChangesDialog";
export { PublishDialog } from "./PublishDialog";
export { TextDialog } from "./TextDialog";
export { WithdrawDialog } from "./WithdrawDialog";
