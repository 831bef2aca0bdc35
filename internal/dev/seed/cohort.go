package seed

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// studied is a cohort of the demo that submits counts. All are invented.
type studied struct {
	name           string
	owner          string
	males, females int
	others         int      // people whose sex is not known
	phenotypes     int      // how many of prevalences it counts
	without        []string // missing files
	unanswered     bool     // the questionnaire
	validated      bool
}

// studies returns the demo's cohorts: some validated, some waiting for files, some so small that
// numbers are hidden.
func studies() []studied {
	return []studied{
		{name: "North Biobank Skin", owner: "contact1", males: 184_210, females: 201_377, others: 213, phenotypes: 20, validated: true},
		{name: "Lakeland Dermatology Register", owner: "contact1", males: 61_032, females: 70_418, phenotypes: 18, validated: true},
		{name: "Riverside Twins", owner: "contact1", males: 4_120, females: 5_006, phenotypes: 14, validated: true},
		{name: "Valley Birth Cohort", owner: "contact1", males: 1_911, females: 1_874, phenotypes: 12},
		{
			name:       "Harbour Health Study",
			owner:      "contact1",
			males:      22_480,
			females:    24_903,
			phenotypes: 16,
			without:    []string{"cooccurrence_female", "cooccurrence_male"},
		},
		{name: "Island Isolate", owner: "coordinator1", males: 412, females: 389, phenotypes: 10, validated: true},
		{name: "Mountain Clinic", owner: "coordinator1", males: 903, females: 1_240, phenotypes: 11, without: []string{"cohort_description"}, unanswered: true},
		{
			name:       "Coast Registry",
			owner:      "contact1",
			males:      96_400,
			females:    99_015,
			phenotypes: 20,
			without:    []string{"cases_controls_female", "cooccurrence_female", "cohort_description"},
		},
	}
}

// prevalence is how many of a thousand have a disease in the demo, roughly.
type prevalence struct {
	code         string
	male, female float64
}

func prevalences() []prevalence {
	return []prevalence{
		{"PSOR", 26, 24}, {"ACNE_VULGARIS", 38, 51}, {"ATOPIC_DERM", 33, 41}, {"ROSACEA", 14, 23}, {"VITILIGO", 4, 5},
		{"ALOPECIA_AREATA", 3, 4}, {"LICHEN_PLANUS", 3, 4}, {"HID_SUPP", 2, 4}, {"PEMPHIGUS", 0.2, 0.3}, {"PEMPHIGOID", 0.7, 0.6},
		{"URTICARIA", 18, 31}, {"ZOSTER", 22, 28}, {"CELLULITIS", 31, 29}, {"SEBORRHOEIC_DERM", 27, 20}, {"MORPHEA", 0.3, 0.9},
		{"KELOID", 2, 2.5}, {"GRANULOMA_ANNULARE", 0.4, 0.7}, {"LUPUS", 0.5, 2.6}, {"KERATINOCYTE_CANCER", 29, 24}, {"ICHTHYOSIS", 0.3, 0.3},
	}
}

// Cohorts fills the server at base with the demo's cohorts through the calls that the pages use.
// Existing items stay as they are, so an interrupted start continues where it stopped.
func Cohorts(ctx context.Context, base string, passwords Passwords, log *slog.Logger) error {
	people := map[string]*Client{}
	for i, s := range studies() {
		if people[s.owner] == nil {
			c, err := SignIn(ctx, base, s.owner, passwords[s.owner])
			if err != nil {
				return err
			}
			people[s.owner] = c
		}
		if err := people[s.owner].ensureCohort(ctx, s, uint64(i), log); err != nil {
			return fmt.Errorf("demo cohort %q: %w", s.name, err)
		}
	}
	return nil
}

// cohort is the part of a cohort that the demo reads.
type cohort struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Version   int64  `json:"version"`
	Validated bool   `json:"validated"`
	Files     []kept `json:"files"` // every version
}

type kept struct {
	Kind string `json:"kind"`
}

const cohorts = "/api/sgc/cohorts"

func (c *Client) ensureCohort(ctx context.Context, s studied, seed uint64, log *slog.Logger) error {
	now, err := c.findCohort(ctx, s.name)
	if err != nil {
		return err
	}
	if now.ID == "" {
		log.Info("demo: registering a cohort", "name", s.name)
		if err := c.call(ctx, http.MethodPost, cohorts, s.form(), &now); err != nil {
			return err
		}
	}
	for _, f := range s.files(seed) {
		if slices.Contains(now.Files, kept{f.kind}) || slices.Contains(s.without, f.kind) {
			continue
		}
		var accepted struct {
			Cohort cohort `json:"cohort"`
		}
		path := cohorts + "/" + url.PathEscape(now.ID) + "/files/" + f.kind + "?" + url.Values{"file_name": {f.name}}.Encode()
		if err := c.change(ctx, http.MethodPut, path, now.Version, f.content, &accepted); err != nil {
			return err
		}
		now = accepted.Cohort
	}
	if !s.validated || now.Validated {
		return nil
	}
	return c.change(ctx, http.MethodPost, cohorts+"/"+url.PathEscape(now.ID)+"/validate", now.Version, nil, &now)
}

// findCohort returns the cohort of that name, one without id when there is none.
func (c *Client) findCohort(ctx context.Context, name string) (cohort, error) {
	var page struct {
		Items []cohort `json:"items"`
	}
	if err := c.call(ctx, http.MethodGet, cohorts+"?"+url.Values{"q": {name}}.Encode(), nil, &page); err != nil {
		return cohort{}, err
	}
	for _, found := range page.Items {
		if found.Name == name {
			err := c.call(ctx, http.MethodGet, cohorts+"/"+url.PathEscape(found.ID), nil, &found)
			return found, err
		}
	}
	return cohort{}, nil
}

// change makes a call that states the version that it changes.
func (c *Client) change(ctx context.Context, method, path string, version int64, content []byte, out any) error {
	return c.versioned(ctx, method, path, "application/octet-stream", version, content, out)
}

func (s studied) form() map[string]any {
	form := map[string]any{
		"name": s.name, "total_sample_size": s.males + s.females + s.others, "number_of_males": s.males, "number_of_females": s.females,
	}
	if !s.unanswered {
		form["cohort_metadata"] = map[string]string{
			"phenotype_coding_system": "ICD-10", "phenotype_mapping_issues": "None: the cohort is synthetic.",
			"cohort_approval_requirements": "None.", "summary_stats_restrictions": "None.",
			"summary_stats_publication_availability": "yes", "summary_stats_consortium_availability": "yes",
			"other_notes": "Synthetic cohort of the demo consortium, made without real participants.",
		}
	}
	return form
}

// handedIn is a file of a demo cohort.
type handedIn struct {
	kind, name string
	content    []byte
}

// files draws the counts of a cohort: each number varies around its prevalence, and one in twelve
// people with a disease has a given other.
func (s studied) files(seed uint64) []handedIn {
	const share = 12
	draw := rand.New(rand.NewPCG(seed, 20261121))
	var out []handedIn
	for _, sex := range []string{"male", "female"} {
		people := map[string]int{"male": s.males, "female": s.females}[sex]
		var cases, pairs strings.Builder
		cases.WriteString("phenotype,cases,controls\n")
		pairs.WriteString("phenotype1,phenotype2,cooccurrence_count\n")
		counted := prevalences()[:s.phenotypes]
		n := make([]int, len(counted))
		for i, p := range counted {
			rate := map[string]float64{"male": p.male, "female": p.female}[sex] / 1000
			n[i] = int(float64(people) * rate * (0.7 + 0.6*draw.Float64()))
			fmt.Fprintf(&cases, "%s,%d,%d\n", p.code, n[i], people-n[i])
			for j := range i {
				fmt.Fprintf(&pairs, "%s,%s,%d\n", counted[j].code, p.code, min(n[i], n[j])/share)
			}
		}
		out = append(out, handedIn{"cases_controls_" + sex, sex + "_cases.csv", []byte(cases.String())},
			handedIn{"cooccurrence_" + sex, sex + "_cooccurrence.csv", []byte(pairs.String())})
	}
	about := s.name + " is a synthetic cohort of the demo consortium, made without real participants.\n"
	return append(out, handedIn{"cohort_description", "description.txt", []byte(about)})
}
