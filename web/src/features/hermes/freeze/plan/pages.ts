export { EditFreezePage } from "./EditFreezePage";
export { NewFreezePage } from "./NewFreezePage";
