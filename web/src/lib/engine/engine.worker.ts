import type { Port } from "./messages";
import { serve } from "./serve";

serve(self as unknown as Port);
