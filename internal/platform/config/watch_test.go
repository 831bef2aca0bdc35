package config

import (
	"math"
	"strings"
	"testing"
)

func TestMetricsAreNotOpenToOthers(t *testing.T) {
	const token = "f3b1c9d07a52e864"
	for _, c := range []struct {
		watch Watch
		valid bool
	}{
		{Watch{}, true},
		{Watch{MetricsAddr: "127.0.0.1:9464"}, true},
		{Watch{MetricsAddr: "[::1]:9464"}, true},
		{Watch{MetricsAddr: "localhost:9464"}, true},
		{Watch{MetricsAddr: ":9464"}, false},
		{Watch{MetricsAddr: "0.0.0.0:9464"}, false},
		{Watch{MetricsAddr: "10.0.0.7:9464"}, false},
		{Watch{MetricsAddr: "10.0.0.7:9464", MetricsToken: token}, true},
		{Watch{MetricsAddr: "9464"}, false},
		{Watch{MetricsToken: token}, true},
		{Watch{MetricsToken: token[1:]}, false},
	} {
		if err := c.watch.Validate(); (err == nil) != c.valid {
			t.Errorf("%+v: %v", c.watch, err)
		}
	}
}

func TestTracesNeedAnAddressAndAShare(t *testing.T) {
	const collector = "http://localhost:4318"
	for _, c := range []struct {
		watch Watch
		valid bool
	}{
		{Watch{TraceShare: 0}, true}, // off
		{Watch{TraceEndpoint: collector, TraceShare: 1}, true},
		{Watch{TraceEndpoint: collector, TraceShare: 0.001}, true},
		{Watch{TraceEndpoint: "https://otel.example.org/prefix", TraceShare: 1}, true},
		{Watch{TraceEndpoint: collector, TraceShare: 0}, false},
		{Watch{TraceEndpoint: collector, TraceShare: -0.1}, false},
		{Watch{TraceEndpoint: collector, TraceShare: 1.001}, false},
		{Watch{TraceEndpoint: collector, TraceShare: math.NaN()}, false},
		{Watch{TraceEndpoint: "localhost:4318", TraceShare: 1}, false},
		{Watch{TraceEndpoint: "grpc://localhost:4317", TraceShare: 1}, false},
		{Watch{TraceEndpoint: "http://", TraceShare: 1}, false},
		{Watch{TraceEndpoint: "http://key:secret@localhost:4318", TraceShare: 1}, false},
		{Watch{TraceEndpoint: collector + "?key=secret", TraceShare: 1}, false},
	} {
		if err := c.watch.Validate(); (err == nil) != c.valid || err != nil && strings.Contains(err.Error(), "secret@") {
			t.Errorf("%+v: %v", c.watch, err)
		}
	}
}
