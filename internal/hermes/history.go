package hermes

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"cohortium/internal/audit"
)

// The names under which history and audit trail know things.
const (
	objectUpload    = "upload"
	objectMeta      = "meta"
	objectPhenotype = "hermes-phenotype"
	objectRequest   = "phenotype-request"
	bySystem        = audit.System
)

// happening is what somebody did to a data set or meta-analysis, for those who
// see it and for the audit trail.
type happening struct {
	by       string // user name, or bySystem
	object   string
	objectID string
	action   string // in words
	detail   string
	kind     audit.Action
	before   map[string]string // changed values; for the audit trail only
	after    map[string]string
}

// history is the one place where hermes notes what happened: in the history of
// the object, and in the audit trail.
func (s *Service) history(ctx context.Context, tx Tx, h happening) error {
	at := s.now()
	err := tx.AddHistory(ctx, HistoryEntry{
		Area: "hermes", Object: h.object, ObjectID: h.objectID,
		At: at, By: h.by, Action: h.action, Detail: h.detail,
	})
	if err != nil {
		return err
	}
	return audit.Append(ctx, tx, at, audit.Entry{
		Action: h.kind, Object: h.object, ObjectID: h.objectID, Detail: h.reason(),
		Before: h.before, After: h.after, Actor: h.by,
	})
}

// reason is the detail for the audit trail. What the program did by itself has
// no action of its own there, and says it here.
func (h *happening) reason() string {
	switch {
	case h.by != bySystem:
		return h.detail
	case h.detail == "":
		return h.action
	}
	return h.action + ": " + h.detail
}

// from says that a status changed.
func (h happening) from(before, after string) happening {
	h.before, h.after = map[string]string{"status": before}, map[string]string{"status": after}
	return h
}

// ended is how a job's end is told: somebody cancelled it while it waited, or
// the program found its end and with it another status.
func ended(by, action, detail string) happening {
	h := happening{by: by, action: action, detail: detail, kind: audit.StatusChanged}
	if by != bySystem {
		h.kind = audit.Cancelled
	}
	return h
}

// sheet is what an analyst says about a data set, as values by name.
func (u *Upload) sheet() (map[string]string, error) {
	values := make(map[string]string)
	for prefix, raw := range map[string]json.RawMessage{"": u.Metadata, "mapping.": u.Mapping} {
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

// plain is a JSON value as people read it: a text without its quotes.
func plain(value json.RawMessage) string {
	var text string
	if bytes.HasPrefix(value, []byte(`"`)) && json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// differences keeps of two sets of values those that differ.
func differences(before, after map[string]string) (was, is map[string]string) {
	was, is = make(map[string]string), make(map[string]string)
	for name, value := range before {
		if now, there := after[name]; !there || now != value {
			was[name] = value
		}
	}
	for name, value := range after {
		if then, there := before[name]; !there || then != value {
			is[name] = value
		}
	}
	return was, is
}

// namesOf lists the data sets of a meta-analysis.
func namesOf(inputs []MetaInput) string {
	names := make([]string, len(inputs))
	for i, in := range inputs {
		names[i] = in.DatasetName
	}
	return strings.Join(names, ", ")
}
