package sgc

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/record"
)

// CohortInput is the description of a cohort.
type CohortInput struct {
	Name          string
	Total         int64
	Males         int64
	Females       int64
	Questionnaire Questionnaire
}

// Limits of texts, in characters.
const (
	maxName   = 255
	maxAnswer = 10_000
)

// CreateCohort registers a cohort of the caller. errs.Forbidden without the permission, errs.Rule
// with the fields at fault, errs.Conflict (name_taken).
func (s *Service) CreateCohort(ctx context.Context, by *auth.Identity, in CohortInput) (_ *CohortView, err error) {
	defer errs.Wrap(&err, "sgc.CreateCohort(%q)", in.Name)
	if !uploads(by) {
		return nil, errs.New(errs.Forbidden, "forbidden", "Your account may not register cohorts.")
	}
	minCell, err := s.minCell(ctx)
	if err != nil {
		return nil, err
	}
	if in, err = in.checked(minCell); err != nil {
		return nil, err
	}
	now := s.now()
	c := &Cohort{
		ID:             s.newID(),
		Owner:          Person{ID: by.User.ID, UserName: by.User.UserName},
		Status:         Incomplete,
		Version:        1,
		CreatedAt:      now,
		UpdatedAt:      now,
		LastActivityAt: now,
	}
	in.fill(c)
	err = s.store.InTx(ctx, func(tx Tx) error {
		if err := tx.CreateCohort(ctx, c); err != nil {
			return err
		}
		return s.note(ctx, tx, c.ID, record.Event{By: by.User.UserName, Action: "registered", Kind: audit.Created, After: c.sheet()})
	})
	if err != nil {
		return nil, err
	}
	return s.Cohort(ctx, by, c.ID)
}

// UpdateCohort replaces the description of a cohort. It withdraws the validation and, if the sizes
// change, hides the stored numbers again. *ConflictError if the version is not current; errs.Rule
// and errs.Conflict as CreateCohort.
func (s *Service) UpdateCohort(ctx context.Context, by *auth.Identity, id string, version int64, in CohortInput) (_ *CohortView, err error) {
	defer errs.Wrap(&err, "sgc.UpdateCohort(%q, %d)", id, version)
	r, err := s.open(ctx, by, id, version)
	if err != nil {
		return nil, err
	}
	minCell, err := s.minCell(ctx)
	if err != nil {
		return nil, err
	}
	if in, err = in.checked(minCell); err != nil {
		return nil, err
	}
	before := r.sheet()
	in.fill(r.Cohort)
	was, is := record.Differing(before, r.sheet())
	if len(was) == 0 {
		return s.Cohort(ctx, by, id)
	}
	r.UpdatedAt = s.now()
	return s.save(ctx, by, &change{Record: r, Event: record.Event{
		Action: "edited", Detail: strings.Join(labels(was), ", "), Kind: audit.MetadataChanged, Before: was, After: is,
	}})
}

// DeleteCohort deletes a cohort with all its data. Reviewers only.
func (s *Service) DeleteCohort(ctx context.Context, by *auth.Identity, id string) (err error) {
	defer errs.Wrap(&err, "sgc.DeleteCohort(%q)", id)
	c, relation, err := s.cohortFor(ctx, by, id)
	if err != nil {
		return err
	}
	if !canOf(relation).Delete {
		return errs.New(errs.Forbidden, "forbidden", "Only reviewers of the consortium may delete cohorts. Ask one of them.")
	}
	var archive []string
	err = s.store.InTx(ctx, func(tx Tx) (err error) {
		if err := tx.DeleteCohort(ctx, id); err != nil {
			return err
		}
		if archive, err = dropArchive(ctx, tx); err != nil {
			return err
		}
		return s.auditOnly(ctx, tx, id, record.Event{By: by.User.UserName, Kind: audit.Deleted, Before: c.sheet()})
	})
	if err != nil {
		return err
	}
	s.removeBlobs(ctx, archive)
	if err := s.blobs.DeletePrefix(ctx, cohortPrefix(id)); err != nil { // the sweep removes it
		s.cfg.Log.WarnContext(ctx, "files of a deleted cohort stay behind", "cohort", id, "err", err)
	}
	return nil
}

// checked trims the texts and checks what a cohort needs to be saved. It refuses numbers of people
// below minCell, except 0.
func (in CohortInput) checked(minCell int64) (CohortInput, error) {
	in.Name = strings.Join(strings.Fields(in.Name), " ")
	var faults []errs.Field
	fault := func(field, message string) { faults = append(faults, errs.Field{Field: field, Message: message}) }
	switch n := utf8.RuneCountInString(in.Name); {
	case n == 0:
		fault("name", "Enter a name for the cohort.")
	case n > maxName:
		fault("name", "A name has at most 255 characters.")
	}
	if hidden := oneline.Fault(in.Name); hidden != "" {
		fault("name", hidden)
	}
	for _, size := range []struct {
		field string
		n     int64
		least int64
	}{{"total_sample_size", in.Total, 1}, {"number_of_males", in.Males, 0}, {"number_of_females", in.Females, 0}} {
		switch {
		case size.n < size.least:
			fault(size.field, "This is a whole number of at least "+strconv.FormatInt(size.least, 10)+".")
		case size.n > count.Max:
			fault(size.field, "This is more people than there are.")
		case size.n > 0 && size.n < minCell: // counts of a table are hidden, but this number is shown
			fault(size.field, fmt.Sprintf("Fewer than %d people could be identified. Leave them out of this number and of the total.", minCell))
		}
	}
	if len(faults) == 0 && in.Males+in.Females > in.Total {
		fault("total_sample_size", "Males and females are more than the total. Correct one of the three.")
	}
	faults = append(faults, in.Questionnaire.check()...)
	if len(faults) > 0 {
		return in, errs.New(errs.Rule, "rule", "%s", faults[0].Message).WithFields(faults...)
	}
	return in, nil
}

// leaveOut removes sexes with fewer than minCell people from the sizes of a cohort, and reports
// whether there were any. It corrects sizes stored before the rule of checked.
func (c *Cohort) leaveOut(minCell int64) bool {
	was := c.size()
	for _, n := range []*int64{&c.Males, &c.Females} {
		if *n < minCell {
			c.Total, *n = max(c.Total-*n, 0), 0
		}
	}
	if c.Total < minCell {
		c.Total = 0
	}
	return c.size() != was
}

func (in CohortInput) fill(c *Cohort) {
	c.Name, c.Total, c.Males, c.Females, c.Questionnaire = in.Name, in.Total, in.Males, in.Females, in.Questionnaire
}

// answers calls each with the key and the answer of every question.
func (q *Questionnaire) answers(each func(key string, answer *string)) {
	v := reflect.ValueOf(q).Elem()
	for i := range v.NumField() {
		each(v.Type().Field(i).Tag.Get("json"), v.Field(i).Addr().Interface().(*string))
	}
}

// check trims the answers and reports invalid ones. Missing answers are allowed.
func (q *Questionnaire) check() (faults []errs.Field) {
	q.answers(func(key string, answer *string) {
		*answer = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimSpace(*answer))
		switch {
		case utf8.RuneCountInString(*answer) > maxAnswer:
			faults = append(faults, errs.Field{Field: key, Message: "An answer has at most 10,000 characters."})
		case !printable(*answer):
			faults = append(faults, errs.Field{Field: key, Message: "The answer holds characters that cannot be shown."})
		case strings.HasSuffix(key, "_availability") && !isAvailability(*answer):
			faults = append(faults, errs.Field{Field: key, Message: "Choose yes, no or maybe."})
		}
	})
	return faults
}

func isAvailability(answer string) bool {
	return answer == "" || answer == "yes" || answer == "no" || answer == "maybe"
}

// printable reports whether a text has no control characters other than line feeds and tabs.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t'
	})
}

// unanswered lists the questions without an answer.
func (q Questionnaire) unanswered() (keys []string) {
	q.answers(func(key string, answer *string) {
		if *answer == "" {
			keys = append(keys, key)
		}
	})
	return keys
}

// sheet returns the description of a cohort as values by name.
func (c *Cohort) sheet() map[string]string {
	sheet := map[string]string{
		"name": c.Name, "total_sample_size": strconv.FormatInt(c.Total, 10),
		"number_of_males": strconv.FormatInt(c.Males, 10), "number_of_females": strconv.FormatInt(c.Females, 10),
	}
	c.Questionnaire.answers(func(key string, answer *string) { sheet[key] = *answer })
	return sheet
}

// Answered reports whether every question has an answer.
func (q Questionnaire) Answered() bool { return len(q.unanswered()) == 0 }
