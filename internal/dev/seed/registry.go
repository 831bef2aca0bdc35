package seed

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
)

// registered is a data set of the demo's registry. Studies and people are invented, and so are the
// numbers, except those of the real example file.
type registered struct {
	owner     string
	study     string
	place     string // institution of the study
	metadata  map[string]any
	sharing   string   // private by default
	people    []string // people whom it is shared with by name
	phenotype map[string]any
	file      string // name of the file, "" for none yet
	content   func() ([]byte, error)
	credible  string // name of a credible set, "" for none
}

// registry returns the demo's data sets.
func registry() []registered {
	north := northBiobank()
	return []registered{
		{
			owner: "curator1", study: "North Biobank", place: "North University Hospital",
			metadata: complete(about("North-Biobank-2026_HF_EU_mixed", "gwas", "mixed", north.Cases+north.Controls, "open",
				"Genome-wide association study of heart failure in an invented biobank; the numbers are drawn by a program.")),
			sharing:   "public",
			phenotype: trait("HF", "Heart failure", north.Cases, north.Controls),
			file:      "north_HF.regenie.gz",
			content:   member{study: north}.content,
			credible:  "Locus 4q25",
		},
		{
			owner: "curator1", study: "Published study PubMed 29559693", place: "As stated in the publication",
			metadata: published("Published-2018_PubMed-29559693_EU_mixed", 50_520),
			sharing:  "public",
			phenotype: map[string]any{
				"phenotype": "PMID29559693", "description": "Trait of the published study PubMed 29559693", "dichotomous": false, "sample_size": 50_520,
			},
			file:    "29559693.tsv.gz",
			content: func() ([]byte, error) { return realExample, nil },
		},
		{
			owner: "contributor1", study: "Lakeland", place: "Lakeland Institute of Health",
			metadata: about("Lakeland-2026_NI-HF_EU_female", "wgs", "female", 12_903, "pre",
				"Whole-genome sequences of women of an invented cohort. The file follows once the analysis is done."),
			sharing: "named", people: []string{"curator1"},
			phenotype: trait("NI_HF", "Non-ischaemic heart failure", 1_120, 11_783),
		},
	}
}

func about(name, dataType, sex string, n int, status, description string) map[string]any {
	return map[string]any{
		"name": name, "data_source_type": "file", "data_type": dataType, "genome_build": "hg19", "ancestry": "EU", "sex": sex,
		"global_sample_size": n, "status": status, "description": description,
		"data_submitter": "Demo curator", "data_submitter_email": "curator@example.org",
	}
}

// complete adds the fields that a citation and a deposit need.
func complete(m map[string]any) map[string]any {
	m["terms"] = []map[string]any{{"curie": "EFO:0003144", "label": "heart failure"}}
	m["ancestry_counts"] = []map[string]any{{"ancestry": "EU", "n": m["global_sample_size"]}}
	m["genotyping_technology"] = "Genome-wide genotyping array"
	m["license"] = "CC0-1.0"
	m["data_contributor"], m["data_contributor_email"] = "Demo investigator", "investigator@example.org"
	return m
}

func published(name string, n int) map[string]any {
	m := about(name, "gwas", "mixed", n, "open",
		"Real summary statistics: 12,500 rows of the example file of SumStatsRehab (MIT licence), of the study with PubMed number 29559693.")
	m["pub_id"] = "29559693"
	m["license"] = "MIT"
	return m
}

func trait(code, description string, cases, controls int) map[string]any {
	return map[string]any{
		"phenotype": code, "description": description, "dichotomous": true,
		"sample_size": cases + controls, "cases": cases, "controls": controls,
	}
}

// Registry fills the server at base with the demo's studies and data sets through the calls that
// the pages use. Existing items stay as they are.
func Registry(ctx context.Context, base string, passwords Passwords, log *slog.Logger) error {
	people := map[string]*Client{}
	for _, r := range registry() {
		if people[r.owner] == nil {
			c, err := SignIn(ctx, base, r.owner, passwords[r.owner])
			if err != nil {
				return err
			}
			people[r.owner] = c
		}
		if err := people[r.owner].ensureRegistered(ctx, r, log); err != nil {
			return fmt.Errorf("demo data set %q: %w", r.metadata["name"], err)
		}
	}
	return nil
}

// entry is the part of a study or data set that the demo reads.
type entry struct {
	ID         string `json:"id"`
	Version    int64  `json:"version"`
	Sharing    string `json:"sharing"`
	Phenotypes []struct {
		ID           string           `json:"id"`
		CredibleSets []map[string]any `json:"credible_sets"`
	} `json:"phenotypes"`
}

const datasets = "/api/datasets"

func (c *Client) ensureRegistered(ctx context.Context, r registered, log *slog.Logger) error {
	var err error
	if r.metadata["study_id"], err = c.ensureStudy(ctx, r); err != nil {
		return err
	}
	var d entry
	if d.ID, err = c.named(ctx, datasets, r.metadata["name"].(string)); err != nil {
		return err
	}
	if d.ID == "" {
		log.Info("demo: registering a data set", "name", r.metadata["name"])
		if err := c.call(ctx, http.MethodPost, datasets, r.metadata, &d); err != nil {
			return err
		}
	}
	path := datasets + "/" + url.PathEscape(d.ID)
	if err := c.call(ctx, http.MethodGet, path, nil, &d); err != nil { // a list has fewer fields
		return err
	}
	if err := c.fill(ctx, path, r, &d); err != nil {
		return err
	}
	return c.share(ctx, path, r, &d)
}

// ensureStudy returns the id of the study.
func (c *Client) ensureStudy(ctx context.Context, r registered) (string, error) {
	id, err := c.named(ctx, "/api/studies", r.study)
	if err != nil || id != "" {
		return id, err
	}
	var made entry
	err = c.call(ctx, http.MethodPost, "/api/studies", map[string]any{"name": r.study, "institution": r.place}, &made)
	return made.ID, err
}

// fill adds the phenotype with its file, and the credible set.
func (c *Client) fill(ctx context.Context, path string, r registered, d *entry) error {
	if len(d.Phenotypes) == 0 {
		if r.file != "" {
			content, err := r.content()
			if err != nil {
				return err
			}
			if r.phenotype["upload_id"], err = c.Upload(ctx, r.file, content); err != nil {
				return err
			}
		}
		if err := c.call(ctx, http.MethodPost, path+"/phenotypes", r.phenotype, d); err != nil {
			return err
		}
	}
	if r.credible == "" || len(d.Phenotypes[0].CredibleSets) > 0 {
		return nil
	}
	upload, err := c.Upload(ctx, "credible_set_1.tsv", []byte(credibleSet))
	if err != nil {
		return err
	}
	sets := path + "/phenotypes/" + url.PathEscape(d.Phenotypes[0].ID) + "/credible-sets"
	return c.call(ctx, http.MethodPost, sets, map[string]any{"name": r.credible, "upload_id": upload}, d)
}

func (c *Client) share(ctx context.Context, path string, r registered, d *entry) error {
	if d.Sharing == r.sharing {
		return nil
	}
	people := r.people
	if people == nil {
		people = []string{}
	}
	return c.put(ctx, path+"/sharing", d.Version, map[string]any{"sharing": r.sharing, "people": people, "groups": []string{}}, d)
}

// named returns the id of the item of that name in a list, "" when there is none.
func (c *Client) named(ctx context.Context, list, name string) (string, error) {
	var page struct {
		Items []struct {
			ID   string `json:"id"`
			Name string `json:"name"`
		} `json:"items"`
	}
	if err := c.call(ctx, http.MethodGet, list+"?"+url.Values{"q": {name}}.Encode(), nil, &page); err != nil {
		return "", err
	}
	for _, item := range page.Items {
		if strings.EqualFold(item.Name, name) {
			return item.ID, nil
		}
	}
	return "", nil
}

// credibleSet is a made-up result of fine mapping for the demo.
const credibleSet = `chromosome	base_pair_location	effect_allele	other_allele	posterior_probability	credible_set
4	111677041	C	T	0.58	1
4	111675829	G	A	0.27	1
4	111680107	T	C	0.11	1
`
