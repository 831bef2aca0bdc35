import { Card } from "@/ui/Card";
import { WayList } from "@/ui/ComingPage";
import { PageHeader } from "@/ui/PageHeader";
import { apiReference, commands, datasetList, exampleFile, hermesUpload } from "@/ui/ways";
import classes from "./tools.module.css";

/** What there is to work on files with, on one's own machine and on this server. */
export function ToolsPage() {
  return (
    <>
      <PageHeader sub="What reads, checks and combines summary statistics. The commands are those of the program that runs this server; on your machine they need no server and send nothing." />
      <div className={classes.columns}>
        <Card title="On your own machine">
          <WayList ways={commands} />
        </Card>
        <Card title="On this server">
          <WayList ways={[datasetList, hermesUpload, apiReference, exampleFile]} />
        </Card>
      </div>
    </>
  );
}
