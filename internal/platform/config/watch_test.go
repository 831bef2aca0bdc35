package config

import "testing"

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
