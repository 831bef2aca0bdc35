package hermes

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
	"cohortium/internal/platform/spreadsheet"
)

// Settings are the consortium's settings for review and quality control.
type Settings struct {
	Reviewers int      `json:"reviewers"` // acceptances required for a submission: 1 or 2
	Checklist []string `json:"checklist"` // items that a reviewer must confirm to accept
	QC        QCPolicy `json:"qc"`
}

// QCPolicy is the consortium's default options of QC runs, with reasons.
type QCPolicy struct {
	Defaults   QCSettings        `json:"defaults"`
	Reason     string            `json:"reason"`
	Thresholds []ChosenThreshold `json:"thresholds,omitempty"` // those that differ from the program's
}

// ChosenThreshold is a QC threshold that the consortium has chosen, with the reason.
type ChosenThreshold struct {
	Key    string  `json:"key"`
	Value  float64 `json:"value"`
	Reason string  `json:"reason"`
}

// values returns the chosen thresholds by key; nil for none.
func (p *QCPolicy) values() map[string]float64 {
	if len(p.Thresholds) == 0 {
		return nil
	}
	out := make(map[string]float64, len(p.Thresholds))
	for _, t := range p.Thresholds {
		out[t.Key] = t.Value
	}
	return out
}

// ownOption is the key of the threshold that is an option of each run.
const ownOption = "frequency_difference"

// ChoosableThresholds returns the thresholds that a consortium can choose: all except the one that
// is an option of each run.
func ChoosableThresholds() []qc.Threshold {
	return slices.DeleteFunc(qc.Thresholds(), func(t qc.Threshold) bool { return t.Key == ownOption })
}

// thresholdFaults returns the faults of the chosen thresholds.
func (p *QCPolicy) thresholdFaults() (faults []errs.Field) {
	known := ChoosableThresholds()
	for i, t := range p.Thresholds {
		field := "thresholds." + t.Key
		at := slices.IndexFunc(known, func(k qc.Threshold) bool { return k.Key == t.Key })
		switch {
		case at < 0:
			faults = append(faults, errs.Field{Field: field, Message: "Unknown threshold."})
		case !(known[at].Least <= t.Value && t.Value <= known[at].Most):
			faults = append(faults, errs.Field{Field: field, Message: "A number from " + decimal(known[at].Least) + " to " + decimal(known[at].Most) + "."})
		case strings.TrimSpace(t.Reason) == "":
			faults = append(faults, errs.Field{Field: field, Message: "Enter a reason for this number."})
		case slices.ContainsFunc(p.Thresholds[:i], func(o ChosenThreshold) bool { return o.Key == t.Key }):
			faults = append(faults, errs.Field{Field: field, Message: "It is chosen twice."})
		}
	}
	return faults
}

// StoredSettings are a version of the settings; version 0 is the program's default.
type StoredSettings struct {
	Settings
	Version int64
	SetAt   time.Time
	SetBy   string
}

// orDefault returns the effective settings: the stored ones, or the program's default.
func (in *StoredSettings) orDefault(cfg Config) Settings {
	if in.Version == 0 {
		return Settings{Reviewers: 1, QC: QCPolicy{Defaults: cfg.QCDefaults}}
	}
	return in.Settings
}

// unchecked returns the items of the checklist that are not in ticked.
func (in *Settings) unchecked(ticked []string) []string {
	var missing []string
	for _, item := range in.Checklist {
		if !slices.Contains(ticked, item) {
			missing = append(missing, item)
		}
	}
	return missing
}

// SettingsView are the settings as one caller sees them.
type SettingsView struct {
	Settings
	Version   int64
	History   []record.Entry // newest first
	MayChange bool
}

const (
	objectSettings = "hermes-settings"
	theSettings    = "hermes" // the only object id
)

// ConsortiumSettings returns the settings of HERMES in force, with their history.
func (s *Service) ConsortiumSettings(ctx context.Context, id *auth.Identity) (_ *SettingsView, err error) {
	defer errs.Wrap(&err, "hermes.ConsortiumSettings")
	stored, err := s.store.ConsortiumSettings(ctx)
	if err != nil {
		return nil, err
	}
	history, err := s.store.History(ctx, objectSettings, theSettings)
	if err != nil {
		return nil, err
	}
	return &SettingsView{Settings: stored.orDefault(s.cfg), Version: stored.Version, History: history, MayChange: id.IsAdmin()}, nil
}

// SetConsortiumSettings changes the consortium's settings. They apply to new decisions and QC runs
// only.
func (s *Service) SetConsortiumSettings(ctx context.Context, id *auth.Identity, version int64, in Settings) (_ *SettingsView, err error) {
	defer errs.Wrap(&err, "hermes.SetConsortiumSettings")
	if err := s.checkConsortium(ctx, &in); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		stored, err := tx.ConsortiumSettings(ctx)
		if err != nil {
			return err
		}
		if stored.Version != version {
			return record.Changed("Another user has changed the settings. Load them again.")
		}
		before, after := stored.orDefault(s.cfg).values(), in.values()
		h := record.Event{By: id.User.UserName, Object: objectSettings, ObjectID: theSettings, Action: "settings changed", Kind: audit.MetadataChanged}
		h.Before, h.After = record.Differing(before, after)
		if len(h.After) == 0 && len(h.Before) == 0 {
			return nil
		}
		h.Detail = changesIn(before, after)
		if err := tx.AddSettings(ctx, &StoredSettings{Settings: in, Version: version + 1, SetAt: s.now(), SetBy: id.User.UserName}); err != nil {
			return err
		}
		return s.history(ctx, tx, h)
	})
	if err != nil {
		return nil, err
	}
	return s.ConsortiumSettings(ctx, id)
}

// checkConsortium trims the typed texts and refuses invalid settings.
func (s *Service) checkConsortium(ctx context.Context, in *Settings) error {
	var faults []errs.Field
	if in.Reviewers != 1 && in.Reviewers != 2 {
		faults = append(faults, errs.Field{Field: "reviewers", Message: "Choose 1 or 2."})
	}
	in.Checklist, in.QC.Reason = slices.Clone(in.Checklist), strings.TrimSpace(in.QC.Reason)
	for i, item := range in.Checklist {
		in.Checklist[i] = strings.Join(strings.Fields(item), " ")
		switch {
		case in.Checklist[i] == "":
			faults = append(faults, errs.Field{Field: fmt.Sprintf("checklist.%d", i), Message: "Enter what to check, or remove the line."})
		case slices.Contains(in.Checklist[:i], in.Checklist[i]):
			faults = append(faults, errs.Field{Field: fmt.Sprintf("checklist.%d", i), Message: "This is in the list already."})
		}
	}
	faults = append(faults, in.QC.thresholdFaults()...)
	if err := refusing(faults); err != nil {
		return err
	}
	target, err := s.Target(ctx)
	if err != nil {
		return err
	}
	return s.checkSettings(ctx, target, in.QC.Defaults, "")
}

// values returns the settings by name, for history and audit trail.
func (in Settings) values() map[string]string {
	d := in.QC.Defaults
	out := map[string]string{
		"reviewers": strconv.Itoa(in.Reviewers),
		"checklist": spreadsheet.List(in.Checklist),
		"reason":    in.QC.Reason,
		"largest difference of the allele frequency": decimal(
			d.FD,
		),
		"adjustment of the figures":   adjustmentWords(d.Adj),
		"leave indels out":            strconv.FormatBool(d.NoInd),
		"smallest imputation quality": "default of the score",
		"panel":                       "the best installed",
	}
	for _, t := range ChoosableThresholds() {
		name := qc.StepTitle(t.Step) + ", “" + strings.TrimSuffix(t.Does, ".") + "”"
		out[name] = decimal(t.Default)
		if at := slices.IndexFunc(in.QC.Thresholds, func(c ChosenThreshold) bool { return c.Key == t.Key }); at >= 0 {
			out[name] = decimal(in.QC.Thresholds[at].Value) + " (" + in.QC.Thresholds[at].Reason + ")"
		}
	}
	if d.IT != nil {
		out["smallest imputation quality"] = decimal(*d.IT)
	}
	if d.Panel != nil {
		out["panel"] = *d.Panel
	}
	return out
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// changesIn lists the differences, by name.
func changesIn(before, after map[string]string) string {
	var out []string
	names := slices.Collect(maps.Keys(before))
	for name := range after {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if before[name] != after[name] {
			out = append(out, name+": "+orNone(before[name])+" → "+orNone(after[name]))
		}
	}
	return strings.Join(out, " · ")
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// qcDefaults returns the default options of a QC run.
func (s *Service) qcDefaults(ctx context.Context, from Consortium) (QCSettings, error) {
	stored, err := from.ConsortiumSettings(ctx)
	if err != nil {
		return QCSettings{}, err
	}
	return stored.orDefault(s.cfg).QC.Defaults, nil
}

// QCDefaults returns the default options of a QC run.
func (s *Service) QCDefaults(ctx context.Context) (QCSettings, error) {
	return s.qcDefaults(ctx, s.store)
}
