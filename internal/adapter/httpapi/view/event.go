package view

import (
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/platform/record"
)

// EventOf converts an entry of the history of a data set, an index or a page.
func EventOf(e record.Entry) openapi.DatasetEvent {
	type change = struct {
		After  string `json:"after"`
		Before string `json:"before"`
		Field  string `json:"field"`
	}
	return openapi.DatasetEvent{At: e.At, By: e.By, Action: e.Action, Detail: e.Detail, Changes: Each(e.Changes, func(c record.Change) change {
		return change{c.After, c.Before, c.Field}
	})}
}
