package seed

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/klauspost/compress/gzip"
)

//go:embed example/pmid29559693.tsv.gz
var realExample []byte

// Phenotypes is the demo's list of phenotypes as the server reads it: five of the consortium, and
// one for the real example file.
const Phenotypes = `name,description,dichotomous
ALL_HF,All heart failure,true
I_HF,Ischaemic heart failure,true
NI_HF,Non-ischaemic heart failure,true
DCM_Broad,Dilated cardiomyopathy,true
NI_CM,Non-ischaemic cardiomyopathy,true
PMID29559693,Trait of the published study PubMed 29559693 (real example file),false
`

// PanelName is the reference panel that the demo installs. Its name warns users who choose it for
// their own files. EastAsianPanelName is that of the second ancestry.
const (
	PanelName          = "demo-panel-invented"
	EastAsianPanelName = "demo-panel-east-asian-invented"
)

// DemoWorld returns the World of the demo: small enough to be ready within seconds.
func DemoWorld() World {
	return World{Seed: 20261121, Background: 180_000, PerLocus: 600, Loci: Loci()}
}

// of returns the World of the people of an ancestry, which is named by HERMES's code.
func (w World) of(ancestry string) World {
	if ancestry == "EA" {
		w.Population = EastAsian
	}
	return w
}

// fate is the decision on a demo submission after its QC.
type fate int

const (
	left fate = iota // as QC leaves it
	accepted
	rejected
)

// member is one submission of the demo consortium.
type member struct {
	uploader string
	file     string
	name     string
	cohort   string
	trait    string
	ancestry string
	study    Study
	real     bool // the embedded real file instead of a drawn study, which the demo's panel does not cover
	fate     fate
	thin     bool // a small file: all variants near the loci, few of the others
}

// combinedTrait and combinedAncestry are those of the demo's meta-analysis.
const combinedTrait, combinedAncestry = "ALL_HF", "EU"

// members returns the demo's submissions. Cohorts are invented; their files are drawn from DemoWorld
// in the layouts of real software.
func members() []member {
	north := northBiobank()
	lake := Study{Seed: 2, Layout: SAIGE, Cases: 32_110, Controls: 380_400, Coverage: 0.94, Scale: 1, Drift: 0.03, Inflate: 1.06}
	river := Study{Seed: 3, Layout: PLINK2, Cases: 5_204, Controls: 41_880, Coverage: 0.9, Scale: 1, Drift: 0.035, Inflate: 1.02}
	valley := Study{Seed: 4, Layout: GWASSSF, Cases: 6_044, Controls: 70_199, Coverage: 0.92, Scale: 1, Drift: 0.03, Inflate: 1.03, ComplementFrequency: true}
	bay := Study{Seed: 8, Layout: REGENIE, Cases: 9_120, Controls: 168_300, Coverage: 0.95, Scale: 1, Drift: 0.03, Inflate: 1.03}
	highland := Study{Seed: 9, Layout: SAIGE, Cases: 4_870, Controls: 61_250, Coverage: 0.93, Scale: 1, Drift: 0.03, Inflate: 1.02}
	delta := Study{Seed: 10, Layout: GWASSSF, Cases: 3_310, Controls: 52_460, Coverage: 0.92, Scale: 1, Drift: 0.03, Inflate: 1.01}
	return []member{
		{"uploader1", "north_HF.regenie.gz", "North Biobank HF, both sexes", "North Biobank", "ALL_HF", "EU", north, false, accepted, false},
		{"uploader2", "lakeland_HF_r3.saige.txt.gz", "Lakeland HF release 3", "Lakeland", "ALL_HF", "EU", lake, false, accepted, false},
		{"uploader2", "riverside_HF.PHENO1.glm.logistic.gz", "Riverside HF", "Riverside", "ALL_HF", "EU", river, false, accepted, false},
		{"uploader2", "bayside_HF.regenie.gz", "Bayside HF, East Asian", "Bayside", "ALL_HF", "EA", bay, false, accepted, false},
		{"uploader2", "highland_HF.saige.txt.gz", "Highland HF, East Asian", "Highland", "ALL_HF", "EA", highland, false, accepted, false},
		{"uploader1", "delta_HF.tsv.gz", "Delta HF, East Asian", "Delta", "ALL_HF", "EA", delta, false, accepted, false},
		{"uploader1", "valley_HF.tsv.gz", "Valley HF", "Valley", "ALL_HF", "EU", valley, false, left, false},
		{"uploader1", "north_DCM.regenie.gz", "North Biobank DCM", "North Biobank", "DCM_Broad", "EU", north.of(5, 2_719, 0.9), false, accepted, false},
		{"uploader2", "lakeland_DCM.saige.txt.gz", "Lakeland DCM", "Lakeland", "DCM_Broad", "EU", lake.of(6, 3_105, 0.9), false, left, false},
		{"uploader2", "riverside_NIHF.glm.logistic.gz", "Riverside NI-HF", "Riverside", "NI_HF", "EU", river.of(7, 1_120, 0.7), false, rejected, false},
		{"uploader1", "29559693.tsv.gz", "Published study PubMed 29559693 (12,500 rows)", "Published", "PMID29559693", "EU", Study{}, true, left, false},
	}
}

// northBiobank returns the largest study of heart failure in the demo.
func northBiobank() Study {
	return Study{Seed: 1, Layout: REGENIE, Cases: 14_262, Controls: 424_891, Coverage: 0.97, Scale: 1, Drift: 0.03, Inflate: 1.04}
}

// of returns the same cohort's GWAS of a rarer, related trait.
func (s Study) of(seed uint64, cases int, scale float64) Study {
	s.Controls += s.Cases - cases
	s.Seed, s.Cases, s.Scale = seed, cases, scale
	return s
}

// Passwords are the passwords of the demo accounts by user name.
type Passwords map[string]string

// Consortium fills the server at base with the demo: it uploads, waits for QC, reviews and
// meta-analyses through the calls that the pages use. Existing items stay as they are, so an
// interrupted start continues where it stopped.
func Consortium(ctx context.Context, base string, passwords Passwords, log *slog.Logger) error {
	people := map[string]*Client{}
	for name, password := range passwords {
		c, err := SignIn(ctx, base, name, password)
		if err != nil {
			return err
		}
		people[name] = c
	}
	reviewer := people["reviewer1"]
	var combined []string
	for _, m := range members() {
		id, err := people[m.uploader].ensure(ctx, m, log)
		if err != nil {
			return fmt.Errorf("demo submission %q: %w", m.name, err)
		}
		if m.real {
			if err := people[m.uploader].withoutPanel(ctx, id); err != nil {
				return fmt.Errorf("demo QC of %q without a panel: %w", m.name, err)
			}
		}
		if err := reviewer.decide(ctx, id, m.fate); err != nil {
			return fmt.Errorf("demo review of %q: %w", m.name, err)
		}
		if m.trait == combinedTrait && m.ancestry == combinedAncestry && m.fate == accepted {
			combined = append(combined, id)
		}
	}
	return reviewer.combine(ctx, combined, log)
}

// ensure returns the id of a demo submission, uploads it when it is missing, and returns once its QC
// has ended.
func (c *Client) ensure(ctx context.Context, m member, log *slog.Logger) (string, error) {
	id, err := c.find(ctx, "/api/hermes/uploads", m.name)
	if err != nil || id != "" {
		return id, err
	}
	content, err := m.content()
	if err != nil {
		return "", err
	}
	log.Info("demo: sending a file", "name", m.name, "file", m.file, "bytes", len(content))
	return c.submit(ctx, m.file, content, m.metadata())
}

// withoutPanel runs QC again without a panel where QC with one failed, and
// returns once it has ended.
func (c *Client) withoutPanel(ctx context.Context, id string) error {
	path := "/api/hermes/uploads/" + url.PathEscape(id)
	var d struct {
		Status string `json:"status"`
		Run    struct {
			Settings struct {
				Panel string `json:"panel"`
			} `json:"settings"`
		} `json:"run"`
	}
	if err := c.call(ctx, http.MethodGet, path, nil, &d); err != nil {
		return err
	}
	if d.Status != "FAILED QC" || d.Run.Settings.Panel == "none" {
		return nil
	}
	settings := map[string]any{"fd": 0.2, "adj": "none", "noind": false, "panel": "none"}
	if err := c.call(ctx, http.MethodPost, path+"/qc-runs", settings, nil); err != nil {
		return err
	}
	return c.await(ctx, path, passing...)
}

// find returns the id of the item of that name in a list, "" when there is none.
func (c *Client) find(ctx context.Context, list, name string) (string, error) {
	var page struct {
		Items []dataset `json:"items"`
	}
	query := url.Values{"q": {name}, "limit": {"200"}}
	if err := c.call(ctx, http.MethodGet, list+"?"+query.Encode(), nil, &page); err != nil {
		return "", err
	}
	for _, d := range page.Items {
		if d.Dataset == name || d.Name == name {
			return d.ID, c.await(ctx, list+"/"+url.PathEscape(d.ID), passing...)
		}
	}
	return "", nil
}

// passing are the statuses that change without a person.
var passing = []string{"SUBMITTED TO QC", "SUBMITTED", "RUNNING"}

func (m member) content() ([]byte, error) {
	if m.real {
		return realExample, nil
	}
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	world := DemoWorld().of(m.ancestry)
	if m.thin {
		world.Thin = thinned
	}
	if _, err := WriteStudy(z, world, m.study); err != nil {
		return nil, err
	}
	err := z.Close()
	return buf.Bytes(), err
}

func (m member) metadata() map[string]any {
	if m.real {
		return m.realMetadata()
	}
	return map[string]any{
		"dataSetName": m.name, "cohort": m.cohort, "phenotype": m.trait, "ancestry": m.ancestry, "sex": "Not sex stratified",
		"totalSampleSize": m.study.Cases + m.study.Controls, "cases": m.study.Cases, "genomeBuild": "hg19",
		"caseAscertainment": "Electronic Health Records", "imputationReference": "synthetic panel of the demo",
		"caseDefinition": "Synthetic file of the demo consortium. It contains no data of real people.",
	}
}

func (m member) realMetadata() map[string]any {
	return map[string]any{
		"dataSetName": m.name, "cohort": m.cohort, "phenotype": m.trait,
		"ancestry": m.ancestry, "sex": "Not sex stratified", "totalSampleSize": 50520, "genomeBuild": "hg19", "references": "PMID 29559693",
		"caseDefinition": "Real summary statistics: rows of the example file of SumStatsRehab (MIT licence).",
	}
}

// submit uploads a file, takes the proposed mapping, registers the submission and waits for its QC.
func (c *Client) submit(ctx context.Context, file string, content []byte, metadata map[string]any) (string, error) {
	mapping, err := c.suggested(ctx, file, content)
	if err != nil {
		return "", err
	}
	upload, err := c.Upload(ctx, file, content)
	if err != nil {
		return "", err
	}
	var made dataset
	body := map[string]any{"upload_id": upload, "metadata": metadata, "mapping": mapping}
	if err := c.call(ctx, http.MethodPost, "/api/hermes/uploads", body, &made); err != nil {
		return "", err
	}
	return made.ID, c.await(ctx, "/api/hermes/uploads/"+url.PathEscape(made.ID), passing...)
}

// await polls an object while its status is one of the awaited ones.
func (c *Client) await(ctx context.Context, path string, awaited ...string) error {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		var d dataset
		if err := c.call(ctx, http.MethodGet, path, nil, &d); err != nil {
			return err
		}
		if !slices.Contains(awaited, d.Status) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// decide reviews a submission as the demo needs it, unless that is done.
func (c *Client) decide(ctx context.Context, id string, f fate) error {
	path := "/api/hermes/uploads/" + url.PathEscape(id)
	var d dataset
	if err := c.call(ctx, http.MethodGet, path, nil, &d); err != nil {
		return err
	}
	decision := map[string]any{"decision": "approve", "comment": "Counts and frequencies fit the plan."}
	switch {
	case f == left || d.Status == "REVIEW APPROVED" || d.Status == "REVIEW REJECTED":
		return nil
	case f == rejected:
		decision = map[string]any{"decision": "reject", "comment": "The plan asks for at least 2,000 cases per stratum."}
	default:
		var found struct{ Items []struct{ Doubts []string } }
		if err := c.call(ctx, http.MethodGet, "/api/hermes/review-findings?dataset="+url.QueryEscape(id), nil, &found); err != nil {
			return err
		}
		decision["acknowledged"] = found.Items[0].Doubts
	}
	return c.call(ctx, http.MethodPost, path+"/review", decision, nil)
}

// combine runs the demo's meta-analysis, unless it exists, and waits for it.
func (c *Client) combine(ctx context.Context, ids []string, log *slog.Logger) error {
	const list, name = "/api/hermes/meta-analyses", "HF all, European, demo"
	if id, err := c.find(ctx, list, name); err != nil || id != "" {
		return err
	}
	body := map[string]any{
		"name": name, "phenotype": combinedTrait, "datasets": ids,
		"options": map[string]any{
			"scheme": "ivw", "genomic_control": true, "min_studies": 2, "maf": 0.01, "info": 0.6,
			"palindromic": "frequency", "multi_ancestry": false,
		},
	}
	var made dataset
	if err := c.call(ctx, http.MethodPost, list, body, &made); err != nil {
		return err
	}
	log.Info("demo: meta-analysis started", "id", made.ID)
	return c.await(ctx, list+"/"+url.PathEscape(made.ID), passing...)
}

// WriteDemoPanel writes the demo's reference panel of Europeans, gzipped.
func WriteDemoPanel(w io.Writer) error { return gzipped(w, WritePanel) }

// WriteEastAsianPanel writes the demo's reference panel of East Asians, gzipped.
func WriteEastAsianPanel(w io.Writer) error {
	return gzipped(w, func(w io.Writer, world World) (int, error) { return WritePanel(w, world.of("EA")) })
}

// WriteDemoHaplotypes writes the haplotypes around the demo's loci, gzipped.
func WriteDemoHaplotypes(w io.Writer) error { return gzipped(w, WriteHaplotypes) }

// WriteDemoRecombination writes the demo's map of recombination, gzipped.
func WriteDemoRecombination(w io.Writer) error { return gzipped(w, WriteRecombination) }

func gzipped(w io.Writer, write func(io.Writer, World) (int, error)) error {
	z := gzip.NewWriter(w)
	if _, err := write(z, DemoWorld()); err != nil {
		return err
	}
	return z.Close()
}
