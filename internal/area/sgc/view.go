package sgc

import (
	"cmp"
	"cohortium/internal/platform/phrase"
	"context"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// CohortView is a cohort as one caller sees it.
type CohortView struct {
	*Cohort
	Files    []*File // current ones first, in the order of check.Kinds, then replaced ones, newest first
	Tasks    []Task  // always six
	Findings []check.Finding
	History  []record.Entry // newest first
	Can      Can
}

// TaskMetadata is the task for the questionnaire; the others have the names of file kinds.
const TaskMetadata = "metadata"

// Task is one part that a cohort must submit.
type Task struct {
	Task    string `json:"task"`
	Done    bool   `json:"done"`
	Missing string `json:"missing,omitempty"` // what is missing, in a sentence; "" if done
}

// kind returns the file of the task, "" for the questionnaire.
func (t Task) kind() check.Kind {
	if t.Task == TaskMetadata {
		return ""
	}
	return check.Kind(t.Task)
}

// Cohort returns a cohort with its files, tasks, findings and history.
func (s *Service) Cohort(ctx context.Context, by *auth.Identity, id string) (_ *CohortView, err error) {
	defer errs.Wrap(&err, "sgc.Cohort(%q)", id)
	c, _, err := s.cohortFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, by, c)
}

func (s *Service) view(ctx context.Context, by *auth.Identity, c *Cohort) (*CohortView, error) {
	r, err := s.record(ctx, c, true)
	if err != nil {
		return nil, err
	}
	dictionary, _, err := s.dictionary(ctx)
	if err != nil {
		return nil, err
	}
	history, err := s.store.History(ctx, objectCohort, c.ID)
	if err != nil {
		return nil, err
	}
	v := r.view(dictionary)
	v.History, v.Can = history, canOf(relationOf(by, c))
	return v, nil
}

// view computes the view from the stored rows; a validation is valid only while they are
// consistent.
func (r *Record) view(dictionary *check.Phenotypes) *CohortView {
	c := *r.Cohort
	found := r.findings(dictionary)
	if c.Status == Validated && found.Blocking > 0 {
		c.Status, c.ValidatedAt = Complete, nil
	}
	files := slices.Clone(r.Files)
	slices.SortStableFunc(files, func(a, b *File) int {
		if a.Current != b.Current {
			return map[bool]int{true: -1, false: 1}[a.Current]
		}
		if a.Current {
			return slices.Index(check.Kinds(), a.Kind) - slices.Index(check.Kinds(), b.Kind)
		}
		return cmp.Or(b.UploadedAt.Compare(a.UploadedAt), b.Version-a.Version)
	})
	return &CohortView{Cohort: &c, Files: files, Tasks: r.tasks(), Findings: found.Findings}
}

// tasks returns the done and missing parts.
func (r *Record) tasks() []Task {
	tasks := []Task{{Task: TaskMetadata, Done: true}}
	if open := r.Questionnaire.unanswered(); len(open) > 0 {
		tasks[0] = Task{Task: TaskMetadata, Missing: "Not answered yet: " + spoken(open) + "."}
	}
	for _, k := range check.Kinds() {
		if r.current(k) != nil {
			tasks = append(tasks, Task{Task: string(k), Done: true})
		} else {
			tasks = append(tasks, Task{Task: string(k), Missing: "The file " + KindName(k) + " is missing."})
		}
	}
	return tasks
}

func spoken(keys []string) string {
	return strings.ReplaceAll(strings.Join(keys, ", "), "_", " ")
}

// KindName returns the display name of a file kind.
func KindName(k check.Kind) string {
	switch k {
	case check.CasesMale:
		return "cases and controls of males"
	case check.CasesFemale:
		return "cases and controls of females"
	case check.PairsMale:
		return "co-occurrence of males"
	case check.PairsFemale:
		return "co-occurrence of females"
	}
	return "description of the cohort"
}

// completeness returns the status before a validation.
func (r *Record) completeness() Status {
	if slices.ContainsFunc(r.tasks(), func(t Task) bool { return !t.Done }) {
		return Incomplete
	}
	return Complete
}

// findings reports whether sizes and files are consistent, from stored numbers.
func (r *Record) findings(dictionary *check.Phenotypes) check.Report {
	files := check.Files{Cases: map[check.Sex][]check.CasesRow{}, Pairs: map[check.Sex][]check.PairRow{}}
	for _, sex := range sexes() {
		files.Cases[sex], files.Pairs[sex] = r.cases(sex), r.pairs(sex)
	}
	report := check.Consistency(r.size(), files)
	warn := func(k check.Kind, code, format string, args ...any) {
		report.Warnings++
		report.Findings = append(report.Findings, check.Finding{Severity: check.Warn, Code: code, Kind: k, Message: fmt.Sprintf(format, args...)})
	}
	if rest := r.Total - r.Males - r.Females; rest > 0 {
		warn("", "sizes_below", "Males and females are %s fewer than the total. Fine if the sex of the others is not known.", phrase.Thousands(rest))
	}
	for _, sex := range sexes() {
		for _, row := range files.Cases[sex] {
			if dictionary.Retired(row.Code) {
				warn(check.CasesOf(sex), "phenotype_retired", "%s, %s: the phenotype is retired. The consortium does not collect it.", row.Code, sex)
			}
		}
	}
	return report
}
