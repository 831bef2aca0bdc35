package hermes

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/record"
)

// objectFreeze is the name of a freeze in history and audit trail.
const objectFreeze = "freeze"

// CreateFreeze creates a draft.
func (s *Service) CreateFreeze(ctx context.Context, id *auth.Identity, in NewFreeze) (_ *FreezeView, err error) {
	defer errs.Wrap(&err, "hermes.CreateFreeze(%q)", in.Name)
	now := s.now()
	f := &Freeze{ID: s.newID(), State: FreezeDraft, CreatedBy: id.User.UserName, CreatorID: id.User.ID, CreatedAt: now, Version: 1}
	previous, err := s.previousOf(ctx, in.PreviousID)
	if err != nil {
		return nil, err
	}
	switch {
	case in.Document != nil:
		f.Document = *in.Document
	case previous != nil:
		f.Document = previous.Document
	default:
		f.Document = FreezeDocument{Schemes: []meta.Scheme{meta.FixedEffect}, Options: MetaOptions{Scheme: string(meta.FixedEffect), GenomicControl: true,
			MinStudies: 2, MAF: 0.01, Info: 0.6, Palindromic: string(meta.AlignByFrequency)}}
	}
	if err := f.take(in, now); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		row := *f
		if err := tx.CreateFreeze(ctx, &row); err != nil {
			return err
		}
		return s.history(ctx, tx, f.event(id, "created", audit.Created, nil))
	})
	if err != nil {
		return nil, err
	}
	return s.Freeze(ctx, id, f.ID)
}

// UpdateFreeze replaces name, version and document. errs.Conflict while it runs or is published.
func (s *Service) UpdateFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64, in NewFreeze) (_ *FreezeView, err error) {
	defer errs.Wrap(&err, "hermes.UpdateFreeze(%q)", freezeID)
	if _, err := s.previousOf(ctx, in.PreviousID); err != nil {
		return nil, err
	}
	if in.PreviousID == freezeID {
		return nil, errs.AtField("previous", "A freeze cannot follow itself.")
	}
	return s.changeFreeze(ctx, id, freezeID, version, func(tx Tx, f *Freeze) error {
		switch f.State {
		case FreezeRunning:
			return errs.New(errs.Conflict, "running", "This freeze is running. Cancel it first.")
		case FreezePublished:
			return errs.New(errs.Conflict, "published", "This freeze is published. Withdraw it, or create a new version from it.")
		}
		before := f.facts()
		if in.Document != nil {
			f.Document = *in.Document
		}
		if err := f.take(in, s.now()); err != nil {
			return err
		}
		if err := tx.UpdateFreeze(ctx, f); err != nil {
			return err
		}
		return s.history(ctx, tx, f.event(id, "changed", audit.Changed, before))
	})
}

// changeFreeze runs a change of a freeze in a transaction and returns the changed freeze.
func (s *Service) changeFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64, change func(Tx, *Freeze) error) (*FreezeView, error) {
	if _, err := s.freezeFor(ctx, id, freezeID); err != nil {
		return nil, err
	}
	err := s.store.InTx(ctx, func(tx Tx) error {
		f, err := tx.Freeze(ctx, freezeID)
		if err != nil {
			return err
		}
		if f.Version != version {
			return errs.New(errs.Conflict, "changed", "The freeze was changed in the meantime. Load it again.")
		}
		return change(tx, f)
	})
	if err != nil {
		return nil, err
	}
	return s.Freeze(ctx, id, freezeID)
}

// previousOf returns the freeze that another follows, nil without one.
func (s *Service) previousOf(ctx context.Context, freezeID string) (*Freeze, error) {
	if freezeID == "" {
		return nil, nil
	}
	f, err := s.store.Freeze(ctx, freezeID)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.AtField("previous", "This freeze does not exist.")
	}
	return f, err
}

// take sets the user's values of a freeze and checks them.
func (f *Freeze) take(in NewFreeze, now time.Time) error {
	f.Name, f.ReleaseVersion, f.PreviousID, f.UpdatedAt = strings.TrimSpace(in.Name), strings.TrimSpace(in.ReleaseVersion), in.PreviousID, now
	d := &f.Document
	d.normalise()
	var faults []errs.Field
	for _, text := range []struct {
		field, value string
		most         int
	}{{"name", f.Name, 200}, {"release_version", f.ReleaseVersion, 40}} {
		if n := len([]rune(text.value)); n == 0 || n > text.most {
			faults = append(faults, errs.Field{Field: text.field, Message: fmt.Sprintf("Write 1 to %d characters.", text.most)})
		} else if hidden := oneline.Fault(text.value); hidden != "" {
			faults = append(faults, errs.Field{Field: text.field, Message: hidden})
		}
	}
	faults = append(faults, d.faults()...)
	if len(faults) > 0 {
		return errs.New(errs.Rule, "rule", "This freeze is not possible.").WithFields(faults...)
	}
	return nil
}

// normalise replaces missing lists by empty ones, and sets the scheme of the options.
func (d *FreezeDocument) normalise() {
	for _, list := range []*[]string{&d.Phenotypes, &d.Ancestries, &d.Sexes} {
		sorted := append([]string{}, *list...)
		slices.Sort(sorted)
		*list = slices.Compact(sorted)
	}
	d.Rules, d.Exclude, d.Skip = append([]freeze.Rule{}, d.Rules...), append([]freeze.Exclusion{}, d.Exclude...), append([]freeze.Scope{}, d.Skip...)
	for i := range d.Exclude {
		d.Exclude[i].Cohort, d.Exclude[i].Reason = strings.TrimSpace(d.Exclude[i].Cohort), strings.TrimSpace(d.Exclude[i].Reason)
	}
	if len(d.Schemes) > 0 {
		d.Options.Scheme = string(d.Schemes[0])
	}
	d.Options.MultiAncestry, d.Options.MixedSex = false, false
}

// faults returns what contradicts itself in a document.
func (d *FreezeDocument) faults() (faults []errs.Field) {
	fault := func(field, format string, args ...any) {
		faults = append(faults, errs.Field{Field: field, Message: fmt.Sprintf(format, args...)})
	}
	if _, err := time.Parse(time.DateOnly, d.Deadline); d.Deadline != "" && err != nil {
		fault("document.deadline", "Write a day as 2026-10-15.")
	}
	if len(d.Schemes) == 0 || d.Schemes[0] == meta.MetaRegression {
		fault("document.schemes", "The first scheme is the main result of every cell: begin with ivw, random or samplesize.")
	}
	for i, scheme := range d.Schemes {
		if slices.Contains(d.Schemes[:i], scheme) {
			fault(fmt.Sprintf("document.schemes[%d]", i), "%s is listed twice. Remove one.", scheme)
		}
		o := d.optionsOf(scheme, "").compute(nil)
		if err := o.Validate(); err != nil {
			fault("document.options", "%s.", sentenceOf(err))
			break
		}
	}
	if len(d.Options.Overlaps) > 0 || len(d.Options.XCoding) > 0 || len(d.Options.Compares) > 0 {
		fault("document.options", "A freeze has no overlaps, codings of X or comparisons: leave them empty.")
	}
	for i, r := range d.Rules {
		if r.MinStudies == 0 && r.MinCases == 0 {
			fault(fmt.Sprintf("document.rules[%d]", i), "State a minimum of studies or of cases.")
		}
	}
	for i, e := range d.Exclude {
		switch {
		case e.Cohort == "":
			fault(fmt.Sprintf("document.exclude[%d].cohort", i), "Name the cohort.")
		case e.Reason == "":
			fault(fmt.Sprintf("document.exclude[%d].reason", i), "Write the reason: the plan and the release notes repeat it.")
		}
	}
	return faults
}

// facts returns the values of a freeze in the audit trail.
func (f *Freeze) facts() map[string]string {
	document, _ := json.Marshal(f.Document) // strings, booleans and finite numbers always marshal
	out := map[string]string{"name": f.Name, "release_version": f.ReleaseVersion, "document": string(document), "state": string(f.State)}
	if f.Publication != nil {
		out["public_name"] = f.Publication.Name
		for _, w := range f.Publication.WithdrawnCohorts {
			out["withdrawn_cohorts"] += w.Cohort + ": " + w.Reason + "\n"
		}
	}
	return out
}

// event is a change of a freeze by a user; before is nil for a new one.
func (f *Freeze) event(id *auth.Identity, action string, kind audit.Action, before map[string]string) record.Event {
	return record.Event{By: id.User.UserName, Object: objectFreeze, ObjectID: f.ID, Action: action, Detail: f.Name + " " + f.ReleaseVersion, Kind: kind,
		Before: before, After: f.facts()}
}

var publicNames = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// PublishFreeze publishes a finished freeze under a name. errs.Conflict while a result is missing,
// outdated or failed.
func (s *Service) PublishFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64, p FreezePublication) (
	_ *FreezeView, err error,
) {
	defer errs.Wrap(&err, "hermes.PublishFreeze(%q)", freezeID)
	if n := len(p.Name); n < 2 || n > 60 || !publicNames.MatchString(p.Name) {
		return nil, errs.AtField("name", "Use 2 to 60 lower-case letters, digits and hyphens.")
	}
	if _, err := time.Parse(time.DateOnly, p.EmbargoUntil); p.EmbargoUntil != "" && err != nil {
		return nil, errs.AtField("embargo_until", "Write a day as 2027-01-31.")
	}
	seen, err := s.Freeze(ctx, id, freezeID)
	if err != nil {
		return nil, err
	}
	if why := seen.unready(); why != "" {
		return nil, errs.New(errs.Conflict, "not_ready", "%s", seen.Verdict)
	}
	return s.changeFreeze(ctx, id, freezeID, version, func(tx Tx, f *Freeze) error {
		if f.State == FreezeRunning || f.State == FreezeDraft {
			return errs.New(errs.Conflict, "not_ready", "Only a finished freeze can be published.")
		}
		before := f.facts()
		f.State, f.UpdatedAt = FreezePublished, s.now()
		f.Publication = &FreezePublication{Name: p.Name, Terms: strings.TrimSpace(p.Terms), At: s.now(), By: id.User.UserName, EmbargoUntil: p.EmbargoUntil}
		if err := tx.UpdateFreeze(ctx, f); err != nil {
			return err
		}
		return s.history(ctx, tx, f.event(id, "published", audit.Published, before))
	})
}

// WithdrawFreeze removes the public page of a freeze.
func (s *Service) WithdrawFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64) (_ *FreezeView, err error) {
	defer errs.Wrap(&err, "hermes.WithdrawFreeze(%q)", freezeID)
	return s.changeFreeze(ctx, id, freezeID, version, func(tx Tx, f *Freeze) error {
		if f.Publication == nil {
			return errs.New(errs.Conflict, "not_published", "This freeze is not published.")
		}
		before := f.facts()
		f.unmark()
		f.State, f.Publication, f.UpdatedAt = FreezeFinished, nil, s.now()
		if err := tx.UpdateFreeze(ctx, f); err != nil {
			return err
		}
		return s.history(ctx, tx, f.event(id, "withdrawn", audit.Unpublished, before))
	})
}

// DeleteFreeze removes a freeze with its meta-analyses and their files. errs.Conflict while it runs or
// is published, or if a data set of the registry was made from a result.
func (s *Service) DeleteFreeze(ctx context.Context, id *auth.Identity, freezeID string, version int64) (err error) {
	defer errs.Wrap(&err, "hermes.DeleteFreeze(%q)", freezeID)
	if _, err := s.freezeFor(ctx, id, freezeID); err != nil {
		return err
	}
	var gone []string
	err = s.store.InTx(ctx, func(tx Tx) error {
		f, err := tx.Freeze(ctx, freezeID)
		if err != nil {
			return err
		}
		switch {
		case f.Version != version:
			return errs.New(errs.Conflict, "changed", "The freeze was changed in the meantime. Load it again.")
		case f.State == FreezeRunning:
			return errs.New(errs.Conflict, "running", "This freeze is running. Cancel it first.")
		case f.State == FreezePublished:
			return errs.New(errs.Conflict, "published", "This freeze is published. Withdraw it first.")
		}
		if gone, err = tx.MetasOfFreeze(ctx, freezeID); err != nil {
			return err
		}
		h := f.event(id, "deleted", audit.Deleted, f.facts())
		h.After = nil
		if err := s.history(ctx, tx, h); err != nil {
			return err
		}
		if err := tx.DeleteFreeze(ctx, freezeID); err != nil {
			return err
		}
		for _, metaID := range gone {
			if err := tx.DeleteMeta(ctx, metaID); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.removeMetas(ctx, gone)
	}
	return err
}

// removeMetas deletes the files of deleted meta-analyses. Those that cannot be removed now are orphans,
// which the sweep deletes.
func (s *Service) removeMetas(ctx context.Context, ids []string) {
	for _, metaID := range ids {
		if err := s.blobs.DeletePrefix(ctx, MetaPrefix(metaID, "")); err != nil {
			s.cfg.Log.WarnContext(ctx, "files of a deleted meta-analysis stay behind", "meta_analysis", metaID, "err", err)
		}
	}
}
