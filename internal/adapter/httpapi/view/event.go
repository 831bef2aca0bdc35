package view

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/platform/record"
)

func EventOf(e record.Entry) openapi.DatasetEvent {
	type change = struct {
		After  string `json:"after"`
		Before string `json:"before"`
		Field  string `json:"field"`
	}
	return openapi.DatasetEvent{At: e.At, By: e.By, Action: e.Action, Detail: e.Detail, Changes: answer.Each(e.Changes, func(c record.Change) change {
		return change{c.After, c.Before, c.Field}
	})}
}
