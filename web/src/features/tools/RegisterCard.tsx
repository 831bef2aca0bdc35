import { may, useGrants } from "@/lib/permission";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import classes from "./tools.module.css";

/** The ways into a registry for a file that has arrived already. */
export function RegisterCard({ uploadId }: { uploadId: string }) {
  const grants = useGrants();
  return (
    <Card title="Register the file">
      <ul className={classes.ways}>
        {may(grants, "uploadData") && (
          <li>
            <AnchorLink to="/hermes/new" search={{ upload: uploadId }} underline="always">
              Register it in HERMES
            </AnchorLink>
            : QC report, review, meta-analysis. The file is not uploaded again.
          </li>
        )}
        <li>
          <AnchorLink to="/datasets" underline="always">
            Register it as a data set
          </AnchorLink>
          : open or create the data set, and find the file under “on the server”. It is not uploaded again.
        </li>
      </ul>
    </Card>
  );
}
