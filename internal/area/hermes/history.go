package hermes

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/record"
)

// The object names in history and audit trail.
const (
	objectUpload    = "upload"
	objectMeta      = "meta"
	objectPhenotype = "hermes-phenotype"
	objectRequest   = "phenotype-request"
	objectPrepared  = "prepared-meta"
	bySystem        = audit.System
)

// history is the only place where hermes records events: in the history of the object and in the
// audit trail.
func (s *Service) history(ctx context.Context, tx Tx, h record.Event) error {
	return record.Note(ctx, tx, s.now(), h, reason(&h))
}

// reason returns the detail for the audit trail. Actions of the program itself have no action name
// there, so the detail names them.
func reason(h *record.Event) string {
	switch {
	case h.By != bySystem:
		return h.Detail
	case h.Detail == "":
		return h.Action
	}
	return h.Action + ": " + h.Detail
}

// ended is the event at the end of a job: a user cancelled it while it waited, or the program ended
// it with another status.
func ended(by, action, detail string) record.Event {
	h := record.Event{By: by, Action: action, Detail: detail, Kind: audit.StatusChanged}
	if by != bySystem {
		h.Kind = audit.Cancelled
	}
	return h
}

// sheet returns an analyst's description of a submission as values by name.
func (u *Submission) sheet() (map[string]string, error) { return sheetOf(u.Metadata, u.Mapping, nil) }

// The prefixes of column names and QC options in a sheet.
const (
	sheetMapping = "mapping."
	sheetOptions = "qc."
)

// sheetOf returns the values of metadata, columns and QC options by name.
func sheetOf(metadata, mapping, options json.RawMessage) (map[string]string, error) {
	values := make(map[string]string)
	for prefix, raw := range map[string]json.RawMessage{"": metadata, sheetMapping: mapping, sheetOptions: options} {
		if raw == nil {
			continue
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			return nil, err
		}
		for name, value := range fields {
			values[prefix+name] = plain(value)
		}
	}
	return values, nil
}

// plain formats a JSON value for display: a string without its quotes.
func plain(value json.RawMessage) string {
	var text string
	if bytes.HasPrefix(value, []byte(`"`)) && json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// namesOf lists the submissions of a meta-analysis.
func namesOf(inputs []MetaInput) string {
	names := make([]string, len(inputs))
	for i, in := range inputs {
		names[i] = in.DatasetName
	}
	return strings.Join(names, ", ")
}
