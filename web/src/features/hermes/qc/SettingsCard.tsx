import { formatBytes, plural } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Fact, Facts } from "@/ui/Facts";
import { geneListWords } from "@/ui/genes/genes";
import { versionFacts } from "../report/versions";
import classes from "./qc.module.css";
import { panelSetAside, type QcReport, usedPanel } from "./report";
import { ruleFacts, settingFacts } from "./settings";

/** The settings of the run, its input, and the versions of the programs. */
export function SettingsCard({ report }: { report: QcReport }) {
  const { file, genes, software } = report;
  const compared = usedPanel(report) !== undefined;
  return (
    <Card title="Settings and versions">
      <Facts>
        <Fact name="Build">{buildName(report.build)}</Fact>
        <Fact name="Reference panel">{panelWords(report)}</Fact>
        {genes && (
          <Fact name="Genes">
            {geneListWords(genes)}
            <code className={shared.hash}>SHA-256 {genes.sha256}</code>
          </Fact>
        )}
        {settingFacts(report.settings, compared).map(([name, words]) => (
          <Fact key={name} name={name}>
            {words}
          </Fact>
        ))}
        {ruleFacts(report.settings, compared).map(([name, rules]) => (
          <Fact key={name} name={name}>
            <ul className={classes.rules}>
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </Fact>
        ))}
        {software && <Fact name="Layout of the file">{software === "unknown" ? "not recognised" : software}</Fact>}
        {versionFacts(report.versions).map(([name, version]) => (
          <Fact key={name} name={name}>
            {version}
          </Fact>
        ))}
        {file && (
          <Fact name="File">
            {file.name} · {formatBytes(file.bytes)}
            <code className={shared.hash}>SHA-256 {file.sha256}</code>
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

function panelWords(report: QcReport): string {
  const aside = panelSetAside(report);
  if (aside) return `${aside.name}, not used: frequencies and strands were not compared`;
  const panel = usedPanel(report);
  if (!panel) return "none: frequencies and strands were not compared";
  return panel.matched == null ? panel.name : `${panel.name} · ${plural(panel.matched, "row")} found in it`;
}
